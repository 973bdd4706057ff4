import {AppError} from '../../../platform/errors/app-error.ts';
import type {Fault, Findings} from '../findings.ts';
import type {Attachment} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';
import type {ImportFiles} from '../source/files.ts';

/** A file that a line refers to. */
interface ReferencedFile {
  line: ObjectLine;
  /** The path from the line's object to the name. */
  path: string;
  name: string;
  /** Whether it is an attachment of a post. */
  attached: boolean;
}

/** Files to look up at the same time. */
const CONCURRENCY = 16;

/**
 * Checks that the referenced files exist, that attachments are not too large, and that the images of emoji are usable.
 * `readEmojiImage` throws an AppError for one that is not.
 */
export function createFileChecker({
  findings,
  files,
  maxAttachmentSize,
  readEmojiImage,
}: {
  findings: Findings;
  files: ImportFiles;
  /** Bytes. */
  maxAttachmentSize: number;
  readEmojiImage(content: AsyncIterable<Uint8Array>): Promise<unknown>;
}) {
  const tooLarge = attachmentTooLarge(maxAttachmentSize);

  async function check({line, path, name, attached}: ReferencedFile): Promise<void> {
    const found = await files.find(name);
    if ('problem' in found) report(line, FILE_MISSING, path, found.problem);
    else if (attached && found.size > maxAttachmentSize) {
      report(line, tooLarge, path, `${name}: ${found.size.toLocaleString('en')} bytes`);
    } else if (line.type === 'emoji') await checkEmojiImage(line, path, name);
  }

  async function checkEmojiImage(line: ObjectLine, path: string, name: string): Promise<void> {
    try {
      await readEmojiImage(await files.read(name));
    } catch (error) {
      // Only errors about this image; a full disk, for example, is thrown.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      report(line, UNUSABLE_IMAGE, path, `${name}: ${error.message}`);
    }
  }

  function report(line: ObjectLine, fault: Fault, path: string, value: string): void {
    const severity = findings.report(fault, line.number, `${line.type}.${path}`, value);
    if (severity === 'error') line.failed = true;
  }

  return {
    /** Checks the files of the next lines. Lines that cannot be imported without their files are marked as failed. */
    async check(lines: readonly ObjectLine[]): Promise<void> {
      const named: ReferencedFile[] = [];
      for (const line of lines) if (!line.failed) collectFiles(line, named);
      for (let i = 0; i < named.length; i += CONCURRENCY)
        await Promise.all(named.slice(i, i + CONCURRENCY).map(check));
    },
  };
}

function collectFiles(line: ObjectLine, named: ReferencedFile[]): void {
  const {type, object} = line;
  switch (type) {
    case 'post':
    case 'direct_post': {
      const {attachments, replies} = object;
      if (attachments !== undefined) collectAttachments(line, attachments, '', named);
      if (replies === undefined) return;
      for (let i = 0; i < replies.length; i++) {
        const {attachments: ofReply} = replies[i]!;
        if (ofReply !== undefined) collectAttachments(line, ofReply, `replies[${i}].`, named);
      }
      return;
    }
    case 'user':
    case 'bot':
      if (object.profile_image)
        named.push({line, path: 'profile_image', name: object.profile_image, attached: false});
      return;
    case 'emoji':
      named.push({line, path: 'image', name: object.image, attached: false});
      return;
    default:
  }
}

function collectAttachments(
  line: ObjectLine,
  attachments: readonly Attachment[],
  path: string,
  named: ReferencedFile[],
): void {
  attachments.forEach((file, i) => {
    named.push({line, path: `${path}attachments[${i}].path`, name: file.path, attached: true});
  });
}

const FILE_MISSING: Fault = {
  rule: 'file-missing',
  level: 'error',
  object: '',
  field: '',
  demand: 'A referenced file must exist and be readable.',
  hint: 'In a bundle, files are in the folder data. On the command line, paths are relative to the working directory or to --import-path. To import without the missing files, allow missing files (--allow-missing-files).',
};

function attachmentTooLarge(maxBytes: number): Fault {
  return {
    rule: 'file-too-large',
    level: 'error',
    object: '',
    field: '',
    demand: `An attachment can have at most ${maxBytes.toLocaleString('en')} bytes (FileSettings.MaxFileSize).`,
    hint: 'Raise the setting, or allow missing files (--allow-missing-files) to import without this one.',
  };
}

const UNUSABLE_IMAGE: Fault = {
  rule: 'unusable-image',
  level: 'error',
  object: 'emoji',
  field: 'image',
  demand: 'The image of an emoji must be a PNG, JPEG, GIF or WebP of at most 512 KiB.',
};
