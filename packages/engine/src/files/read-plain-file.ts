import { realpath } from 'node:fs/promises'
import { formatSize } from '@antiphon/core/ui'
import { errorCode } from './describe-file-error.ts'
import { openRegularFile, readFully } from './open-regular-file.ts'
import { isInside } from './resolve-path.ts'
import { createTextDecoder, detectEncoding, ENCODING_WINDOW, markLength } from './text-encoding.ts'

type ReadPlainFileOptions = {
  /** Whoever wrote the file may have it only in this folder, also by links; null for a person's own, who keeps it anywhere. */
  readonly root: string | null
  readonly maximumBytes?: number
}

/** A text, or why there is none, for a person. */
type PlainFile = { readonly text: string } | PlainFileProblem

type PlainFileProblem = {
  readonly problem: string
  /** Something else bears the name: a folder, or a picture. */
  readonly isOther: boolean
}

/**
 * Reads a file that is read because it is there: one that ends, of bounded size, inside its root. Null for none. Never
 * waits, and takes no more memory than the file may have.
 */
export async function readPlainFile(path: string, options: ReadPlainFileOptions): Promise<PlainFile | null> {
  try {
    return await readText(path, options)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return problem(error instanceof Error ? error.message : String(error))
  }
}

/** More than anybody writes by hand. */
const LARGEST_FILE = 1_048_576

async function readText(
  path: string,
  { root, maximumBytes = LARGEST_FILE }: ReadPlainFileOptions,
): Promise<PlainFile> {
  // Before its links are told: what they lead to may have no name, such as standard input.
  const opened = await openRegularFile(path)
  if ('refusal' in opened) return problem(`it is ${opened.kind}, not a file`, opened.kind === 'a folder')
  const { handle, stats } = opened
  try {
    if (root !== null && !isInside(await realpath(path), await realpath(root)))
      return problem(`it is a link that leads out of ${root}, so it was not read`)
    if (stats.size > maximumBytes) return problem(tooLarge(maximumBytes))
    // A file may hold more than it says, as those of /proc do.
    const bytes = await readFully(handle, Buffer.allocUnsafe(Math.max(stats.size, SPARE) + 1), 0)
    if (bytes.length > Math.max(stats.size, SPARE)) return problem(tooLarge(maximumBytes))
    const encoding = detectEncoding(bytes.subarray(0, ENCODING_WINDOW))
    if (encoding === null) return problem('it is no text', true)
    return { text: createTextDecoder(encoding).decode(bytes.subarray(markLength(encoding))) }
  } finally {
    await handle.close()
  }
}

const SPARE = 65_536

function problem(what: string, isOther = false): PlainFileProblem {
  return { problem: what, isOther }
}

function tooLarge(maximumBytes: number): string {
  return `it is larger than ${formatSize(maximumBytes)}, so it was not read`
}
