import {AppError} from '../../../platform/errors/app-error.ts';
import type {Fault, Findings} from '../findings.ts';
import type {Attachment} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';
import type {ImportFiles} from '../source/files.ts';

/** A file that a line names. */
interface NamedFile {
  line: ObjectLine;
  /** The way from the line's object to the name. */
  path: string;
  name: string;
  /** Whether it becomes a file of a post. */
  attached: boolean;
}

/** Files that are looked for at the same time. */
const AT_ONCE = 16;

/**
 * Checks that the files which lines name are there, that attachments are not too large, and that the images of emoji
 * can be used. `readEmojiImage` throws an AppError for one that cannot.
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

  async function check({line, path, name, attached}: NamedFile): Promise<void> {
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
      // What concerns this image only; a full disk does not.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      report(line, UNUSABLE_IMAGE, path, `${name}: ${error.message}`);
    }
  }

  function report(line: ObjectLine, fault: Fault, path: string, value: string): void {
    const severity = findings.report(fault, line.number, `${line.type}.${path}`, value);
    if (severity === 'error') line.failed = true;
  }

  return {
    /** Checks the files of the next lines. Lines that cannot be imported without are marked as failed. */
    async check(lines: readonly ObjectLine[]): Promise<void> {
      const named: NamedFile[] = [];
      for (const line of lines) if (!line.failed) collectFiles(line, named);
      for (let i = 0; i < named.length; i += AT_ONCE)
        await Promise.all(named.slice(i, i + AT_ONCE).map(check));
    },
  };
}

function collectFiles(line: ObjectLine, named: NamedFile[]): void {
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
  named: NamedFile[],
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
  demand: 'A file that is named is there and can be read.',
  hint: 'A bundle has the files in its folder data; at the command line, paths begin in the working directory, or where --import-path says. To import the rest, go on without files that are missing (--allow-missing-files).',
};

function attachmentTooLarge(maxBytes: number): Fault {
  return {
    rule: 'file-too-large',
    level: 'error',
    object: '',
    field: '',
    demand: `A file of a post has at most ${maxBytes.toLocaleString('en')} bytes (FileSettings.MaxFileSize).`,
    hint: 'Raise the setting, or go on without files that are missing (--allow-missing-files) to import the rest.',
  };
}

const UNUSABLE_IMAGE: Fault = {
  rule: 'unusable-image',
  level: 'error',
  object: 'emoji',
  field: 'image',
  demand: 'The image of an emoji is a PNG, JPEG, GIF or WebP of at most 512 KiB.',
};
