import {isSystemEmoji} from '../../messaging/emoji/emoji.ts';
import {PERMISSIONS} from '../../messaging/permissions/permissions.ts';
import {applyImport, type OnProgress} from './apply/apply-import.ts';
import type {ImportDependencies} from './apply/batch.ts';
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
export {
  type ImportReport,
  importedLinesText,
  lacksDirectChannels,
  reportAsJson,
  reportAsText,
} from './report.ts';
export {type ImportSource, openSource, openUploaded} from './source/source.ts';

export interface ImportOptions {
  /** Treat deviations from the format as errors (docs/specification.md#strict-mode). */
  strict?: boolean;
  /** Create the channel of a direct post if it doesn't exist. */
  createDirectChannels?: boolean;
  /** Report missing and oversized files as warnings, and import the lines without them. */
  allowMissingFiles?: boolean;
}

/** Observes and stops a run. */
export interface ImportControls {
  onProgress?: OnProgress | undefined;
  /** Stops the run at its next safe point, with a report. */
  signal?: AbortSignal | undefined;
}

export type BulkImport = ReturnType<typeof createBulkImport>;

/** Validates and imports files of JSON lines (docs/specification.md#bulk-import). */
export function createBulkImport(dependencies: ImportDependencies) {
  const {database, config, emoji, channels} = dependencies;

  const newDirectory = () => createDirectory(database, {channelsOfEveryTeam: channels.teamDefaultNames()});

  /** The checks that lines pass before they are imported. */
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
    /** Reads the whole file and reports all findings. Writes nothing. */
    async validate(
      source: ImportSource,
      options: ImportOptions = {},
      {onProgress, signal}: ImportControls = {},
    ): Promise<ImportReport> {
      const started = performance.now();
      const findings = createFindings(findingOptions(options));
      const counts: ObjectCounts = {};
      const checkers = createCheckers(source, findings, newDirectory(), options);
      let lines = 0;
      let interrupted = false;
      let generator: ImportReport['generator'];
      const onGenerator = (found: ImportReport['generator']) => {
        generator = found;
      };
      for await (const block of readObjects(source.read(), {findings, checkers, onGenerator})) {
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
        generator,
        lines,
        milliseconds: performance.now() - started,
        counts,
        findings,
      };
    },

    /**
     * Imports the file, or resumes an earlier run: {@link applyImport}. Only one import at a time can run on a
     * database.
     *
     * @throws AppError if another import is running
     */
    apply(
      source: ImportSource,
      options: ImportOptions = {},
      {onProgress = () => {}, signal = new AbortController().signal}: ImportControls = {},
    ): Promise<ImportReport> {
      const findings = createFindings(findingOptions(options));
      const directory = newDirectory();
      const checkers = createCheckers(source, findings, directory, options);
      return applyImport(dependencies, {source, findings, directory, checkers, onProgress, signal});
    },
  };
}

function findingOptions({strict, allowMissingFiles}: ImportOptions): Parameters<typeof createFindings>[0] {
  return {strict, onlyWarn: allowMissingFiles ? new Set(['file-missing', 'file-too-large']) : undefined};
}
