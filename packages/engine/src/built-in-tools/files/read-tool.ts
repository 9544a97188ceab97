import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type ImageHeader, inspectImage, inspectPdf, resolveTarget } from '@antiphon/contract'
import {
  getPdfInvalidErrorMessage,
  getPdfPasswordProtectedErrorMessage,
  getPdfTooLargeErrorMessage,
} from '@antiphon/core'
import { formatSize } from '@antiphon/core/ui'
import { z } from 'zod'
import { errorCode } from '../../files/describe-file-error.ts'
import { openRegularFile, type RegularFile, readFully } from '../../files/open-regular-file.ts'
import { detectEncoding, ENCODING_WINDOW, UTF_8 } from '../../files/text-encoding.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { FileMemory, KnownFile } from '../../tool/file-memory.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { readNotebook } from './notebook.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { readUnsaved } from './read-for-change.ts'
import { readText } from './read-text.ts'
import { describeMissingFile } from './suggest-path.ts'

const KINDS: readonly Kind[] = [
  { start: 'PK\x03\x04', kind: 'a ZIP archive (or an office document)', advice: 'unzip -l FILE' },
  { start: '\x1f\x8b', kind: 'a gzip file', advice: 'tar tzf FILE, or zcat FILE | head' },
  { start: '\x28\xb5\x2f\xfd', kind: 'a zstd file', advice: 'zstdcat FILE | head' },
  { start: 'BZh', kind: 'a bzip2 file', advice: 'bzcat FILE | head' },
  { start: '\xfd7zXZ', kind: 'an xz file', advice: 'xzcat FILE | head' },
  { start: 'SQLite format 3', kind: 'an SQLite database', advice: 'sqlite3 FILE .schema' },
  { start: '\x7fELF', kind: 'a compiled program', advice: 'file FILE, or strings FILE | head' },
  { start: '\x00asm', kind: 'a WebAssembly module', advice: 'file FILE, or wasm-objdump -h FILE' },
]

const schema = z.object({
  file_path: z.string().describe('Absolute path of the file'),
  offset: z.int().min(0).optional().describe('Number of the first line to read, from 1'),
  limit: z.int().min(1).optional().describe('How many lines to read'),
  pages: z.string().optional().describe('Pages of a PDF, such as "1-5"'),
})

type ReadInput = z.infer<typeof schema>

/** Reads text, images, PDFs and notebooks, and remembers what it showed. */
export function createReadTool(): AgentTool {
  const remember = createUnchangedReads()
  return defineTool({
    name: 'Read',
    description: DESCRIPTION,
    schema,
    prepare: (input, context) =>
      prepareFileCall('Read', {
        ...{ kind: 'read', input, field: 'file_path', context },
        work: path => remember({ path, input, context }, () => readAny(path, input, context)),
      }),
  })
}

const DESCRIPTION = `Reads a file.
- file_path must be absolute. A folder cannot be read: use Glob or ls.
- Gives up to 2000 lines from the start, each as number, tab and text; lines of more than 2000 characters are cut. For more, give offset and limit.
- Images (PNG, JPEG, GIF, WebP) and PDFs are shown to you; notebooks (.ipynb) come as cells with their outputs.
- Read a file before you change it. Reading several files in one answer is fine.`

async function readAny(path: string, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  let file: RegularFile | { readonly refusal: string }
  try {
    file = await openRegularFile(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    const unsaved = await readUnsaved(path, context)
    const { offset, limit } = input
    if (unsaved !== null)
      return readText({ path, offset, limit, context, file: null, encoding: UTF_8, unsaved })
    return toErrorOutcome(await describeMissingFile(path, context))
  }
  if ('refusal' in file) return toErrorOutcome(file.refusal)
  try {
    return await readOpened({ path, input, context, file })
  } finally {
    await file.handle.close()
  }
}

type Opened = {
  readonly path: string
  readonly input: ReadInput
  readonly context: ToolContext
  readonly file: RegularFile
}

async function readOpened({ path, input, context, file }: Opened): Promise<ToolOutcome> {
  const head = await readFully(file.handle, Buffer.alloc(ENCODING_WINDOW), 0)
  const extension = extname(path).toLowerCase()
  if (isImage(head)) return readImage(path, file)
  if (head.subarray(0, 5).toString('latin1') === '%PDF-' || (extension === '.pdf' && head.length > 0))
    return readPdf(path, file, input.pages)
  if (extension === '.ipynb' && head.length > 0 && input.offset === undefined && input.limit === undefined)
    return readNotebook(path, context)
  const encoding = detectEncoding(head)
  if (encoding === null) return toErrorOutcome(describeBinaryFile(path, head))
  const { offset, limit } = input
  const unsaved = await readUnsaved(path, context)
  return readText({ path, file, encoding, offset, limit, context, unsaved })
}

/** Why a file cannot be read as text, and which program can look into it. */
function describeBinaryFile(path: string, head: Buffer): string {
  const magic = head.subarray(0, 16).toString('latin1')
  const known = KINDS.find(({ start }) => magic.startsWith(start))
  const kind = known === undefined ? 'a binary file' : known.kind
  const quoted = `'${path.replaceAll("'", "'\\''")}'`
  const advice = known?.advice ?? 'file FILE, strings FILE | head, or xxd FILE | head'
  return `${path} is ${kind}, not text. Look into it in Bash: ${advice.replaceAll('FILE', () => quoted)}.`
}

type Kind = { readonly start: string; readonly kind: string; readonly advice: string }

/** A read of some lines of a file. */
type LineRead = {
  readonly path: string
  readonly input: { readonly offset?: number | undefined; readonly limit?: number | undefined }
  readonly context: ToolContext
}

/**
 * Saves the model from the same lines twice. It says so only once: a model that asks again does not see the first
 * result any more, because it was compacted, and gets the lines.
 */
function createUnchangedReads(): (read: LineRead, work: () => Promise<ToolOutcome>) => Promise<ToolOutcome> {
  const shown = new WeakMap<KnownFile, { readonly files: FileMemory; readonly range: string }>()

  async function isUnchanged({ path, input, context }: LineRead): Promise<boolean> {
    const known = context.files.get(path)
    const last = known && shown.get(known)
    if (known === undefined || last === undefined) return false
    // What is not saved changes without a trace on disk.
    if (context.services.editor?.readText) return false
    if (last.files !== context.files || last.range !== rangeOf(input)) return false
    shown.delete(known)
    return (await stat(path)).mtimeMs === known.modifiedAt
  }

  return async (read, work) => {
    const { path, context } = read
    if (await isUnchanged(read).catch(() => false)) return unchanged(path)
    const before = context.files.get(path)
    const outcome = await work()
    const known = context.files.get(path)
    if (known !== undefined && known !== before)
      shown.set(known, { files: context.files, range: rangeOf(read.input) })
    return outcome
  }
}

function rangeOf({ offset, limit }: LineRead['input']): string {
  return `${offset ?? 1}:${limit ?? ''}`
}

function unchanged(path: string): ToolOutcome {
  return {
    content: `${path} has not changed since you read it: the earlier result is still right. If you cannot see it any more, read the file again.`,
    data: { type: 'file_unchanged', file: { filePath: path } },
  }
}

/** True for bytes that begin as a picture does which a model can look at. */
function isImage(head: Buffer): boolean {
  return inspectImage(head.toString('base64')).mediaType !== null
}

/** A picture as a block, if the API takes it as it is: nothing here can make it smaller. */
async function readImage(path: string, { handle, stats }: RegularFile): Promise<ToolOutcome> {
  const { limits } = resolveTarget()
  if (Math.ceil(stats.size / 3) * 4 > limits.imageBase64Bytes)
    return toErrorOutcome(
      `${path} has ${formatSize(stats.size)}; an image may have ${formatSize((limits.imageBase64Bytes / 4) * 3)} at most. ${MAKE_SMALLER}`,
    )
  const data = (await readFully(handle, Buffer.allocUnsafe(stats.size), 0)).toString('base64')
  const { mediaType, width, height } = inspectImage(data)
  if (mediaType === null || width === null || height === null)
    return toErrorOutcome(`${path} looks like an image, but is damaged: its size cannot be read.`)
  if (Math.max(width, height) > limits.imageSide)
    return toErrorOutcome(
      `${path} has ${width} × ${height} pixels; a side may have ${limits.imageSide} at most. ${MAKE_SMALLER}`,
    )
  const dimensions = toDimensions({ width, height })
  return {
    content: [{ type: 'image', source: { type: 'base64', data, media_type: mediaType } }],
    data: { type: 'image', file: { base64: data, type: mediaType, originalSize: stats.size, dimensions } },
  }
}

const MAKE_SMALLER =
  'Make a smaller copy in Bash, for example `convert IN -resize 1568x1568 OUT.png` (ImageMagick) or `ffmpeg -i IN -vf scale=1568:-1 OUT.png`, and read that.'

function toDimensions({ width, height }: Pick<ImageHeader, 'width' | 'height'>) {
  return { originalWidth: width, originalHeight: height, displayWidth: width, displayHeight: height }
}

/** A PDF as a block, if the API takes it as it is: nothing here can cut it into pages. */
async function readPdf(
  path: string,
  { handle, stats }: RegularFile,
  pages: string | undefined,
): Promise<ToolOutcome> {
  const { limits } = resolveTarget()
  if (pages !== undefined)
    return toErrorOutcome(
      `Single pages of a PDF cannot be cut out here. Read ${path} whole (without pages), or extract them in Bash: pdftotext -f FIRST -l LAST -layout IN.pdf -, or qpdf IN.pdf --pages . ${pages} -- OUT.pdf and read OUT.pdf.`,
    )
  const maximumBytes = Math.floor(limits.bodyBytes * SHARE_OF_BODY * 0.75)
  if (stats.size > maximumBytes)
    return toErrorOutcome(
      `${getPdfTooLargeErrorMessage()} ${path} has ${formatSize(stats.size)}, ${formatSize(maximumBytes)} are possible.`,
    )
  const data = (await readFully(handle, Buffer.allocUnsafe(stats.size), 0)).toString('base64')
  const header = inspectPdf(data)
  if (!header.isPdf) return toErrorOutcome(`${path}: ${getPdfInvalidErrorMessage()}`)
  if (header.encrypted) return toErrorOutcome(`${path}: ${getPdfPasswordProtectedErrorMessage()}`)
  if ((header.pages ?? 1) > limits.media)
    return toErrorOutcome(
      `${getPdfTooLargeErrorMessage()} ${path} has ${header.pages} pages, ${limits.media} are possible.`,
    )
  const source = { type: 'base64', media_type: 'application/pdf', data } as const
  return {
    content: [{ type: 'document', source, title: basename(path) }],
    data: { type: 'pdf', file: { filePath: path, base64: data, originalSize: stats.size } },
  }
}

// The rest of the request needs some room as well.
const SHARE_OF_BODY = 0.8
