import {isSystemEmoji} from '../../messaging/emoji/emoji.ts';
import {PERMISSIONS} from '../../messaging/permissions/permissions.ts';
import {applyImport, type OnProgress} from './apply/apply-import.ts';
import type {ApplyParts} from './apply/batch.ts';
import {countObjects} from './count-objects.ts';
import {createFindings, type Findings} from './findings.ts';
import type {ObjectCounts} from './object-counts.ts';
import {readObjects} from './read-objects.ts';
import {createFileChecker} from './references/check-files.ts';
import {createReferenceChecker} from './references/check-references.ts';
import {createDirectory, type Directory} from './references/directory.ts';
import type {ImportReport} from './report.ts';
import type {ImportSource} from './source/source.ts';

export type {ImportProgress} from './apply/apply-import.ts';
export {IMPORT_RUNNING} from './apply/import-state.ts';
export {type ImportReport, reportAsJson, reportAsText, whatIsIn} from './report.ts';
export {type ImportSource, openSource, openUploaded} from './source/source.ts';

export interface ImportOptions {
  /** Report what deviates from the strict form of the format as errors (docs/specification.md#strict-mode). */
  strict?: boolean;
  /** A direct post brings its channel along if there is none. */
  createDirectChannels?: boolean;
  /** A file that is not there, or too large, is a warning; what names it is imported without. */
  allowMissingFiles?: boolean;
}

/** Who watches a run, and may stop it. */
export interface Watching {
  onProgress?: OnProgress | undefined;
  /** Ends the run at its next safe point, with a report that says so. */
  signal?: AbortSignal | undefined;
}

export type BulkImport = ReturnType<typeof createBulkImport>;

/** Validates and imports files of JSON lines (docs/specification.md#bulk-import). */
export function createBulkImport(parts: ApplyParts) {
  const {database, config, emoji, channels} = parts;

  const newDirectory = () => createDirectory(database, {channelsOfEveryTeam: channels.teamDefaultNames()});

  /** Everything that looks at lines before they are imported. */
  function createCheckers(
    source: ImportSource,
    findings: Findings,
    directory: Directory,
    {createDirectChannels = false}: ImportOptions,
  ) {
    return [
      createReferenceChecker({
        findings,
        directory,
        settings: config.get(),
        permissions: PERMISSIONS,
        isBuiltInEmoji: isSystemEmoji,
        createDirectChannels,
      }),
      createFileChecker({
        findings,
        files: source.files,
        maxAttachmentSize: config.get().FileSettings.MaxFileSize,
        readEmojiImage: emoji.readImage,
      }),
    ];
  }

  return {
    /** Reads the whole file, whatever is wrong with it, and reports all of that. Writes nothing. */
    async validate(
      source: ImportSource,
      options: ImportOptions = {},
      {onProgress, signal}: Watching = {},
    ): Promise<ImportReport> {
      const started = performance.now();
      const findings = createFindings(findingOptions(options));
      const counts: ObjectCounts = {};
      const checkers = createCheckers(source, findings, newDirectory(), options);
      let lines = 0;
      let interrupted = false;
      for await (const block of readObjects(source.read(), {findings, checkers})) {
        countObjects(block, counts);
        lines = block.lastLine;
        onProgress?.({lines, share: source.progress(), phase: block.objects.at(-1)?.type ?? ''});
        interrupted = signal?.aborted ?? false;
        if (interrupted) break;
      }
      return {
        file: source.name,
        mode: 'validate',
        ending: interrupted ? 'interrupted' : findings.errors > 0 ? 'errors' : 'done',
        lines,
        milliseconds: performance.now() - started,
        counts,
        findings,
      };
    },

    /**
     * Imports the file, or goes on with it where an earlier run has stopped: {@link applyImport}. One import at a time
     * runs on a database.
     *
     * @throws AppError while another one runs
     */
    apply(
      source: ImportSource,
      options: ImportOptions = {},
      {onProgress = () => {}, signal = new AbortController().signal}: Watching = {},
    ): Promise<ImportReport> {
      const findings = createFindings(findingOptions(options));
      const directory = newDirectory();
      const checkers = createCheckers(source, findings, directory, options);
      return applyImport(parts, {source, findings, directory, checkers, onProgress, signal});
    },
  };
}

function findingOptions({strict, allowMissingFiles}: ImportOptions): Parameters<typeof createFindings>[0] {
  return {strict, onlyWarn: allowMissingFiles ? new Set(['file-missing', 'file-too-large']) : undefined};
}
