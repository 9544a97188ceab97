import { Tokenizer } from 'htmlparser2'

/** A piece of an HTML page. Comments, scripts and styles are none. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string }

/** Hands the pieces of any text over, until `take` says that it has enough. Linear time, nothing is nested. */
export function readHtmlTokens(html: string, take: (token: HtmlToken) => boolean): void {
  let words: string[] = []
  let name = ''
  let attributes = new Map<string, string>()
  let key = ''
  let value: string[] = []
  /** The element whose text is no text of the page. */
  let raw: string | null = null

  function hand(token: HtmlToken): void {
    if (tokenizer.running && !take(token)) tokenizer.pause()
  }

  function handWords(): void {
    if (words.length > 0 && raw === null)
      hand({ type: 'text', text: words.join('').replaceAll('\u00ad', '') })
    words = []
  }

  function handOpened(): void {
    handWords()
    hand({ type: 'open', name, attributes })
    if (RAW.has(name)) raw = name
  }

  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => void words.push(html.slice(start, end)),
      ontextentity: code => void words.push(String.fromCodePoint(code)),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        key = html.slice(start, end).toLowerCase()
        value = []
      },
      onattribdata: (start, end) => void value.push(html.slice(start, Math.min(end, start + MAX_VALUE))),
      onattribentity: code => void value.push(String.fromCodePoint(code)),
      onattribend() {
        if (KEPT.has(key) && !attributes.has(key)) attributes.set(key, value.join('').slice(0, MAX_VALUE))
      },
      onopentagend: handOpened,
      onselfclosingtag: handOpened,
      onclosetag(start, end) {
        handWords()
        raw = null
        hand({ type: 'close', name: html.slice(start, end).toLowerCase() })
      },
      onend: handWords,
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const RAW: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'])
const KEPT: ReadonlySet<string> = new Set(['href', 'src', 'alt', 'start'])
const MAX_VALUE = 2_000
