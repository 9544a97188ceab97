import { base64ByteLength, base64Latin1 } from './base64.ts'

export type PdfHeader = {
  readonly isPdf: boolean
  readonly encrypted: boolean
  readonly pages: number | null
}

/**
 * What a base64 PDF says of itself at its two ends, where its trailers stand. Never reads more than
 * `PDF_WINDOW` bytes of each; `pages` is null where the page tree lies elsewhere or is compressed.
 */
export function inspectPdf(base64: string): PdfHeader {
  const length = base64ByteLength(base64)
  const head = base64Latin1(base64, 0, Math.min(length, PDF_WINDOW))
  if (!head.slice(0, 1024).includes('%PDF-')) return { isPdf: false, encrypted: false, pages: null }
  const tail = base64Latin1(base64, Math.max(head.length, length - PDF_WINDOW), length)
  const encrypted = ENCRYPT_ENTRY.test(head) || ENCRYPT_ENTRY.test(tail)
  return { isPdf: true, encrypted, pages: linearizedPages(head) ?? rootPages(tail) ?? rootPages(head) }
}

/** How much of each end of a PDF is looked at. */
export const PDF_WINDOW: number = 64 * 1024

// An entry of the trailer: a reference to the encryption dictionary, or the dictionary itself.
const ENCRYPT_ENTRY = /\/Encrypt(?:\s+\d+\s+\d+\s+R|\s*<<)/

function linearizedPages(head: string): number | null {
  const start = head.slice(0, 2048).indexOf('/Linearized')
  if (start === -1) return null
  const end = head.indexOf('endobj', start)
  return entry(head.slice(start, end === -1 ? start + 512 : end), LINEARIZED_COUNT)
}

// The root of the page tree counts all pages; its branches have a parent and count only their own.
function rootPages(part: string): number | null {
  for (const body of part.split('endobj')) {
    const start = body.lastIndexOf(' obj')
    if (start === -1 || !PAGES_TYPE.test(body) || body.includes('/Parent', start)) continue
    const pages = entry(body.slice(start), TREE_COUNT)
    if (pages !== null) return pages
  }
  return null
}

const LINEARIZED_COUNT = /\/N\s+(\d+)/
const TREE_COUNT = /\/Count\s+(\d+)/
const PAGES_TYPE = /\/Type\s*\/Pages\b/

function entry(text: string, pattern: RegExp): number | null {
  const value = pattern.exec(text)?.[1]
  return value === undefined ? null : Number(value)
}
