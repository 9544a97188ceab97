import { basename } from 'node:path'
import { inspectPdf, resolveTarget } from '@antiphon/contract'
import {
  getPdfInvalidErrorMessage,
  getPdfPasswordProtectedErrorMessage,
  getPdfTooLargeErrorMessage,
} from '@antiphon/core'
import { formatSize } from '@antiphon/core/ui'
import { type OpenedFile, readFully } from '../../files/open-regular-file.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

/** A PDF as a block, if the API takes it as it is: nothing here can cut it into pages. */
export async function readPdf(
  path: string,
  { handle, stats }: OpenedFile,
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
