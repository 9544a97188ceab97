import { extname } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../../files/describe-file-error.ts'
import { type OpenedFile, openRegularFile, readFully } from '../../files/open-regular-file.ts'
import { detectEncoding, ENCODING_WINDOW } from '../../files/text-encoding.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { isImage, readImage } from './read-image.ts'
import { readNotebook } from './read-notebook.ts'
import { readPdf } from './read-pdf.ts'
import { readText } from './read-text.ts'
import { describeMissingFile } from './suggest-path.ts'
import { createUnchangedReads } from './unchanged-reads.ts'

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
  const unchanged = createUnchangedReads()
  return defineTool({
    name: 'Read',
    description: DESCRIPTION,
    schema,
    prepare: (input, context) =>
      prepareFileCall({
        tool: 'Read',
        kind: 'read',
        input,
        context,
        work: path => unchanged.remember({ path, input, context }, () => readAny(path, input, context)),
      }),
  })
}

const DESCRIPTION = `Reads a file.
- file_path must be absolute. A folder cannot be read: use Glob or ls.
- Gives up to 2000 lines from the start, each as number, tab and text; lines of more than 2000 characters are cut. For more, give offset and limit.
- Images (PNG, JPEG, GIF, WebP) and PDFs are shown to you; notebooks (.ipynb) come as cells with their outputs.
- Read a file before you change it. Reading several files in one answer is fine.`

async function readAny(path: string, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  let file: OpenedFile | { readonly refusal: string }
  try {
    file = await openRegularFile(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
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
  readonly file: OpenedFile
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
  return readText({ path, file, encoding, offset, limit, context })
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
