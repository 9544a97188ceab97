import { stripControl } from '@antiphon/core/ui'
import { Check, Copy, FoldVertical, UnfoldVertical } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { formatRoute } from '../page/route.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { useSessionContext } from '../story/session-context.ts'
import type { StoryTurn } from '../story/story-row.ts'
import { CopyLink } from './row-actions.tsx'
import { isTurnOpen, toggleTurn } from './toggle-turn.ts'
import css from './turn.module.css'

export type TurnFootProps = {
  readonly turn: StoryTurn
  /** Null where it is not known. */
  readonly durationMs: number | null
}

/** How much a turn took, and what can be done with it. */
export function TurnFoot({ turn, durationMs }: TurnFootProps): ReactElement {
  const texts = useTexts().turns
  const { session, folds } = useSessionContext()
  const { openToolCalls } = useSettings().settings
  const [isCopied, setIsCopied] = useState(false)
  const calls = turn.parts
    .flatMap(part => (part.kind === 'work' ? part.items : [part.item]))
    .filter(({ item }) => item.kind === 'tool').length
  const place = turn.heading[0]?.place?.placed
  const uuid = place && 'uuid' in place.entry && typeof place.entry.uuid === 'string' ? place.entry.uuid : '-'
  const isOpen = isTurnOpen(turn, { folds, openCalls: openToolCalls })
  return (
    <div className={css.foot}>
      {durationMs !== null && durationMs >= 1000 && <span>{formatDuration(durationMs)}</span>}
      {calls > 0 && <span>{texts.calls(calls)}</span>}
      <span className={css.acts}>
        {calls > 0 && (
          <IconButton
            icon={isOpen ? FoldVertical : UnfoldVertical}
            size={14}
            label={isOpen ? texts.closeAll : texts.openAll}
            onClick={() => toggleTurn(turn, { folds, openCalls: openToolCalls })}
          />
        )}
        <IconButton
          icon={isCopied ? Check : Copy}
          size={14}
          label={isCopied ? texts.answerCopied : texts.copyAnswer}
          onClick={() =>
            void copyAnswer(turn).then(
              () => setIsCopied(true),
              () => undefined,
            )
          }
        />
        {place && <CopyLink link={formatRoute({ kind: 'session', id: session, uuid, seq: place.seq })} />}
      </span>
    </div>
  )
}

/** Puts all that was answered in a turn onto the clipboard. */
export async function copyAnswer(turn: StoryTurn): Promise<void> {
  const words = turn.parts.flatMap(part =>
    part.kind === 'item' && part.item.item.kind === 'answer' ? [part.item.item.text] : [],
  )
  await navigator.clipboard.writeText(stripControl(words.join('\n\n')))
}
