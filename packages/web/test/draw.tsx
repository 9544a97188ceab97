import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createClient } from '../src/client/client.ts'
import { LANGUAGES, type Language } from '../src/language/language.ts'
import { type PageContext, PageContextValue } from '../src/page/page-context.ts'
import { createPageQueries } from '../src/page/page-queries.ts'

/** A part of the page as it is first drawn; what happens then is for a real browser. */
export type Drawn = {
  readonly html: string
  /** What can be read, in one line. */
  readonly text: string
  /** What can be read in every element of a name, in order; for elements that hold none of their own name. */
  readonly each: (tag: string) => readonly string[]
  /** An attribute of every element of a name that has it. */
  readonly attributes: (tag: string, name: string) => readonly string[]
}

/** Draws a part inside a page that has no sessions; none may let through what moves or turns the letters of others. */
export function draw(part: ReactElement, language: Language = 'en'): Drawn {
  // Nothing is asked before the first drawing is done.
  const client = createClient('http://127.0.0.1:1')
  const page: PageContext = { client, texts: LANGUAGES[language].texts }
  const html = inDocument(language, () =>
    renderToStaticMarkup(
      <QueryClientProvider client={createPageQueries()}>
        <PageContextValue value={page}>{part}</PageContextValue>
      </QueryClientProvider>,
    ),
  )
  const unseen = [...html].filter(isUnseen).map(letter => letter.codePointAt(0)?.toString(16))
  if (unseen.length > 0) throw new Error(`The part lets control characters through: ${unseen.join(' ')}`)
  return {
    html,
    text: toText(html),
    each: tag =>
      Array.from(html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs')), match =>
        toText(match[1] ?? ''),
      ),
    attributes: (tag, name) =>
      Array.from(html.matchAll(new RegExp(`<${tag}\\b[^>]*? ${name}="([^"]*)"`, 'g')), match =>
        decode(match[1] ?? ''),
      ),
  }
}

/** Parts ask the document for its language and for nothing else while they are drawn. */
function inDocument(lang: string, work: () => string): string {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document')
  Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang } }, configurable: true })
  try {
    return work()
  } finally {
    if (before) Object.defineProperty(globalThis, 'document', before)
    else Reflect.deleteProperty(globalThis, 'document')
  }
}

/** Control characters but tab and newline, and those that change the direction of what follows. */
function isUnseen(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  const isControl = code < 32 ? code !== 9 && code !== 10 : code >= 127 && code < 160
  return isControl || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
}

function toText(html: string): string {
  return decode(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function decode(html: string): string {
  const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return html.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => letters[name] ?? '')
}
