import type { ToldTurn } from '@antiphon/core/compare'
import { formatWork } from '@antiphon/core/turns'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { PagePanel } from '../controls/page-panel.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { usePageChoices } from '../page/page-choices.ts'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import css from './replay.module.css'
import {
  countTurns,
  isReplayOver,
  moveReplay,
  type ReplayMove,
  type ReplayPlace,
  readingTime,
} from './replay-state.ts'

/** A session told again turn by turn, at the speed at which people read. */
export function ReplayView({ id }: { readonly id: string }): ReactElement {
  const texts = useTexts()
  const told = useAnswer('told', { session: id }, { staleTime: 60_000, retry: false })
  const turns = useMemo(
    () => told.data?.turns.filter(({ asked, parts }) => asked !== '' || parts.length > 0) ?? [],
    [told.data],
  )
  return (
    <PagePanel label={texts.share.replayOf} title={told.data?.title ?? texts.share.replayOf}>
      {told.isError && (
        <p className={css.note} role="alert">
          {texts.share.failed}
        </p>
      )}
      {told.isPending && (
        <p className={css.note} role="status">
          {texts.share.reading}
        </p>
      )}
      {turns.length > 0 && <Player turns={turns} />}
    </PagePanel>
  )
}

const SPEEDS = ['0.5', '1', '2', '4'] as const
type Speed = (typeof SPEEDS)[number]

function Player({ turns }: { readonly turns: readonly ToldTurn[] }): ReactElement {
  const texts = useTexts().share
  const [place, setPlace] = useState<ReplayPlace>({ turn: 0, parts: 0 })
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('1')
  const boxRef = useRef<HTMLDivElement>(null)
  const isOver = isReplayOver(turns, place)
  const turn = turns[place.turn]
  const told = texts.turnOf(...countTurns(turns, place.turn))

  useEffect(() => boxRef.current?.focus(), [])
  useEffect(() => {
    if (!isPlaying || isOver || !turn) return
    const wait = readingTime(turn, place.parts, Number(speed))
    const timer = setTimeout(() => setPlace(now => moveReplay(turns, now, 'next-part')), wait)
    return () => clearTimeout(timer)
  }, [isPlaying, isOver, place, speed, turn, turns])
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    // Told last means looked at: it is brought into sight, and moves there only where moving is welcome.
    const newest = boxRef.current?.querySelector(`[data-part="${place.parts}"]`)
    newest?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
  }, [place])

  function move(how: ReplayMove): void {
    setPlace(moveReplay(turns, place, how))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const how = MOVES[event.key]
    const faster = STEPS[event.key]
    const isOnButton = event.target instanceof HTMLElement && event.target.closest('button, input') !== null
    if (event.key === ' ' && !isOnButton) setIsPlaying(!isPlaying)
    else if (how && !(event.target instanceof HTMLInputElement)) move(how)
    else if (faster) setSpeed(SPEEDS[clamp(SPEEDS.indexOf(speed) + faster, SPEEDS.length)] ?? speed)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys for what is in it
    <div className={css.player} ref={boxRef} tabIndex={-1} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keys */}
      <section className={css.stage} tabIndex={0} aria-label={texts.replayOf}>
        <div className={css.turn} aria-live="polite">
          {turn && <TurnTold turn={turn} parts={place.parts} />}
          {isOver && <p className={css.note}>{texts.ended}</p>}
        </div>
      </section>
      <div className={css.bar}>
        <IconButton icon={ChevronLeft} label={texts.previousTurn} onClick={() => move('previous-turn')} />
        <Button
          look="primary"
          icon={isPlaying && !isOver ? Pause : Play}
          onClick={() => setIsPlaying(!isPlaying)}
        >
          {isPlaying && !isOver ? texts.pause : texts.play}
        </Button>
        <IconButton icon={ChevronRight} label={texts.nextTurn} onClick={() => move('next-turn')} />
        <input
          className={css.seek}
          type="range"
          aria-label={texts.seek}
          aria-valuetext={told}
          min={0}
          max={turns.length - 1}
          value={place.turn}
          onChange={event => setPlace({ turn: Number(event.target.value), parts: 0 })}
        />
        <span className={css.count}>{told}</span>
        <Segmented
          label={texts.speed}
          value={speed}
          onChange={setSpeed}
          segments={SPEEDS.map(value => ({ value, label: `${value}×` }))}
        />
        <p className={css.keys}>{texts.keys}</p>
      </div>
    </div>
  )
}

const MOVES: Readonly<Record<string, ReplayMove>> = {
  ArrowRight: 'next-part',
  ArrowLeft: 'previous-part',
  PageDown: 'next-turn',
  PageUp: 'previous-turn',
  n: 'next-turn',
  p: 'previous-turn',
  Home: 'first',
  End: 'last',
}

const STEPS: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1, '−': -1 }

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index))
}

function TurnTold({ turn, parts }: { readonly turn: ToldTurn; readonly parts: number }): ReactElement {
  const { language } = usePageChoices()
  return (
    <>
      <h2 className={css.asked} data-part={0}>
        {turn.asked || '…'}
      </h2>
      {turn.parts.slice(0, parts).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and stay where they are
        <div key={index} className={css.part} data-part={index + 1}>
          {part.kind === 'text' && <MarkdownView text={part.text} />}
          {part.kind === 'work' && <p className={css.work}>{formatWork(part.summary, language)}</p>}
          {part.kind === 'note' && <p className={css.note}>{part.text}</p>}
        </div>
      ))}
    </>
  )
}
