import { oneLine } from '@antiphon/core/ui'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import { judgeLink } from './judge-link.ts'
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
