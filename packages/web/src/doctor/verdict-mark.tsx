import type { LogVerdict } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'

/** A verdict in a word and a sign: colour alone tells nobody who does not see it. */
export function VerdictMark({ verdict }: { readonly verdict: LogVerdict }): ReactElement {
  const texts = useTexts()
  return (
    <span className={`verdict verdict-${verdict}`}>
      <span aria-hidden="true">{SIGNS[verdict]}</span> {texts.doctor.verdicts[verdict]}
    </span>
  )
}

const SIGNS: Readonly<Record<LogVerdict, string>> = {
  healthy: '✓',
  quirks: '✓',
  damaged: '✗',
  'no-session': '!',
  unexamined: '–',
}
