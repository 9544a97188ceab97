import { orElse } from '../../files/or-else.ts'
import { isValidText } from '../../files/text-encoding.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/** A body as text that a model can read, or why there is none. */
export function decodePage(options: {
  readonly body: Buffer
  readonly contentType: string
  readonly url: URL
  readonly maxUnits: number
}): { readonly text: string } | { readonly problem: string } {
  const { body, contentType, url, maxUnits } = options
  const [mime = ''] = contentType
    .toLowerCase()
    .split(';', 1)
    .map(part => part.trim())
  const isHtml =
    mime === 'text/html' || mime === 'application/xhtml+xml' || (mime === '' && looksLikeHtml(body))
  if (!isHtml && !isTextual(mime, body)) {
    return {
      problem: `${url.href} is ${mime || 'no text'}, which cannot be read as text. Fetch it with a command such as curl and look at the file.`,
    }
  }
  const text = decode(body, charsetOf(contentType, isHtml ? body : null))
  return { text: isHtml ? htmlToMarkdown(text, { baseUrl: url, maxUnits }) : text.slice(0, maxUnits) }
}

const TEXTUAL =
  /^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|yaml|toml)|application\/(?:javascript|ecmascript|x-javascript|typescript|x-yaml|x-sh|x-ndjson|jsonl|graphql|sql|x-httpd-php|x-www-form-urlencoded)|image\/svg\+xml|message\/.*)$/

function isTextual(mime: string, body: Buffer): boolean {
  if (mime === '' || mime === 'application/octet-stream')
    return !body.subarray(0, SNIFFED).includes(0) && isValidText(body.subarray(0, SNIFFED), 'utf-8', true)
  return TEXTUAL.test(mime)
}

const SNIFFED = 8_192

function looksLikeHtml(body: Buffer): boolean {
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(body.toString('latin1', 0, 1_024))
}

/** What the server says, else what the page says of itself. */
function charsetOf(contentType: string, page: Buffer | null): string {
  const said = /charset\s*=\s*["']?([\w.:-]+)/i
  return said.exec(contentType)?.[1] ?? said.exec(page?.toString('latin1', 0, 2_048) ?? '')?.[1] ?? 'utf-8'
}

function decode(body: Buffer, charset: string): string {
  return orElse(() => new TextDecoder(charset), new TextDecoder()).decode(body)
}
