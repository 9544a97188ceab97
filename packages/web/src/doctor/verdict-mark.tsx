import type { LogVerdict } from '@antiphon/server/protocol'
import { CircleCheck, CircleDashed, CircleX, FileQuestionMark, type LucideIcon, Wrench } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import type { Tone } from '../controls/marks.tsx'
import css from './verdict-mark.module.css'

/** Each verdict has an icon and a colour; its words always stand beside them. */
export const VERDICT_FACES: Readonly<
  Record<LogVerdict, { readonly icon: LucideIcon; readonly tone?: Tone }>
> = {
  unresumable: { icon: CircleX, tone: 'bad' },
  repairable: { icon: Wrench, tone: 'wait' },
  fine: { icon: CircleCheck, tone: 'ok' },
  unexamined: { icon: CircleDashed },
  'no-session': { icon: FileQuestionMark },
}

/** From what cannot be used to what needs nothing. */
export const VERDICT_ORDER: readonly LogVerdict[] = [
  'unresumable',
  'repairable',
  'unexamined',
  'fine',
  'no-session',
]

/** The icon of a verdict in its colour. */
export function VerdictMark({ verdict }: { readonly verdict: LogVerdict }): ReactElement {
  const { icon, tone } = VERDICT_FACES[verdict]
  return (
    <span className={tone ? `${css.mark} ${css[tone]}` : css.mark}>
      <Icon of={icon} />
    </span>
  )
}
