import type { Stats } from 'node:fs'
import { formatSize } from '@antiphon/core/ui'
import { errorCode } from './describe-file-error.ts'
import { openRegularFile, readFully } from './open-regular-file.ts'
import {
  createTextDecoder,
  detectEncoding,
  ENCODING_WINDOW,
  isValidText,
  markLength,
  type TextEncoding,
} from './text-encoding.ts'

/** A whole file of text. */
export type TextFile = {
  /** Exactly what is stored, without the byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  readonly stats: Stats
  /** Bytes that are no valid text were read as U+FFFD: writing the text back would change them. */
  readonly isDamaged: boolean
}

/** Reads a file that is to be changed; says why where it cannot be. */
export async function readTextFile(path: string): Promise<TextFile | { readonly refusal: string }> {
  const opened = await openRegularFile(path)
  if ('refusal' in opened) return opened
  const { handle, stats } = opened
  try {
    if (stats.size > MAXIMUM_BYTES) return { refusal: tooLarge(path, stats.size) }
    // A file of /proc has size 0 and still something to read.
    const bytes =
      stats.size === 0 ? Buffer.from(await handle.readFile()) : await readWhole(handle, stats.size)
    const encoding = detectEncoding(bytes.subarray(0, ENCODING_WINDOW))
    if (encoding === null) return { refusal: `${path} is a binary file: it cannot be changed as text.` }
    const body = bytes.subarray(markLength(encoding))
    const text = createTextDecoder(encoding).decode(body)
    return { text, encoding, stats, isDamaged: text.includes('\uFFFD') && !isValidText(body, encoding.name) }
  } finally {
    await handle.close()
  }
}

/** The same, where no file is an answer as well: null. */
export async function readTextFileIfAny(
  path: string,
): Promise<TextFile | { readonly refusal: string } | null> {
  try {
    return await readTextFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

const MAXIMUM_BYTES = 64 * 1024 * 1024

function readWhole(handle: Parameters<typeof readFully>[0], size: number): Promise<Buffer> {
  return readFully(handle, Buffer.allocUnsafe(size), 0)
}

function tooLarge(path: string, size: number): string {
  return (
    `${path} has ${formatSize(size)}; files of more than ${formatSize(MAXIMUM_BYTES)} are not changed here. ` +
    'Change it with a program in Bash, such as sed.'
  )
}
