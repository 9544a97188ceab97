import { decodeEntities } from './html-entities.ts'

/** A piece of an HTML page. Comments, scripts and styles are none. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string }

/**
 * Reads any text as HTML in one pass: everything that is looked at is consumed, so that no input takes
 * more than linear time. What never ends (a comment, a script, a tag) goes on to the end of the page.
 */
export function* readHtmlTokens(html: string): Generator<HtmlToken, void, undefined> {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const textEnd = start === -1 ? html.length : start
    if (textEnd > at) yield { type: 'text', text: decodeEntities(html.slice(at, textEnd)) }
    if (start === -1) return
    const markup = readMarkup(html, start)
    if (markup.token) yield markup.token
    at = markup.end
    if (markup.token?.type !== 'open' || !RAW.has(markup.token.name)) continue
    const rawEnd = findRawEnd(html, at, markup.token.name)
    if (markup.token.name === 'title' || markup.token.name === 'textarea') {
      yield { type: 'text', text: decodeEntities(html.slice(at, rawEnd)) }
    }
    at = rawEnd
  }
}

const RAW: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
])

type Markup = { readonly token: HtmlToken | null; readonly end: number }

function readMarkup(html: string, start: number): Markup {
  if (html.startsWith('<!--', start)) return { token: null, end: endOf(html, '-->', start + 4) }
  const next = html[start + 1] ?? ''
  if (next === '!' || next === '?') return { token: null, end: endOf(html, '>', start + 2) }
  if (next === '/' && isLetter(html[start + 2])) return readClose(html, start)
  return isLetter(next) ? readOpen(html, start) : { token: { type: 'text', text: '<' }, end: start + 1 }
}

function readClose(html: string, start: number): Markup {
  return { token: { type: 'close', name: nameAt(html, start + 2) }, end: endOf(html, '>', start + 2) }
}

function readOpen(html: string, start: number): Markup {
  const name = nameAt(html, start + 1)
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = start + 1 + name.length
  let end = ATTRIBUTE.lastIndex
  for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
    end = ATTRIBUTE.lastIndex
    const key = (match[1] ?? '').toLowerCase()
    if (!KEPT.has(key) || attributes.has(key)) continue
    attributes.set(key, decodeEntities((match[2] ?? match[3] ?? match[4] ?? '').slice(0, MAX_VALUE)))
  }
  return { token: { type: 'open', name, attributes }, end: endOf(html, '>', end) }
}

const KEPT: ReadonlySet<string> = new Set(['href', 'src', 'alt', 'start'])
const MAX_VALUE = 2_000
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y
const NAME = /[^\s/>]*/y

function nameAt(html: string, at: number): string {
  NAME.lastIndex = at
  return (NAME.exec(html)?.[0] ?? '').toLowerCase()
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

function findRawEnd(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[a-z]/i.test(character)
}
