import { oneLine } from '@antiphon/core/ui'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './markdown.module.css'

export type LinkViewProps = { readonly address: string; readonly children: ReactNode }

/** A link of a transcript with the host that it leads to; an address that may not be opened is shown as text. */
export function LinkView({ address, children }: LinkViewProps): ReactElement {
  const texts = useTexts()
  const link = judgeLink(address)
  if (link.kind === 'refused')
    return (
      <span className="is-quiet" title={texts.linkRefused(oneLine(address, 200))}>
        {children} <code>{oneLine(address, 200)}</code>
      </span>
    )
  return (
    <a href={link.href} rel="noopener noreferrer nofollow" target="_blank" referrerPolicy="no-referrer">
      {children} <span className={css.host}>({oneLine(link.host, 80)})</span>
    </a>
  )
}

/** Where a link of a transcript may lead. */
export type JudgedLink =
  | { readonly kind: 'open'; readonly href: string; readonly host: string }
  | { readonly kind: 'refused'; readonly address: string }

/** Lets through what leads to a web page or a mailbox, and says which; everything else stays text. */
export function judgeLink(address: string): JudgedLink {
  const refused = { kind: 'refused' as const, address }
  // A relative address would lead into this page's own server.
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || address.length > LONGEST) return refused
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return refused
  }
  // Names and passwords before the host make a link look like another.
  if (!ALLOWED.has(url.protocol) || url.username !== '' || url.password !== '') return refused
  const host = url.protocol === 'mailto:' ? url.pathname : url.host
  return { kind: 'open', href: url.href, host }
}

const LONGEST = 2000
const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
