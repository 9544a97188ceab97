import type { TurnOutline } from '@antiphon/server/protocol'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { LONGEST_UNASKED, useChanges } from '../changes/use-changes.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import type { PlaceKeeper } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import { FilesTab } from './files-tab.tsx'
import css from './side-panel.module.css'
import { TurnsTab } from './turns-tab.tsx'
import { UsageTab } from './usage-tab.tsx'

export type SidePanelProps = {
  readonly session: string
  /** Undefined until the log was looked through. */
  readonly turns: TurnOutline | undefined
  readonly reader: PlaceKeeper
  readonly goTo: (target: Target) => void
  readonly onClose: () => void
}

/** What stands beside a session: the files it changed, its turns, and what it used. */
export function SidePanel({ session, turns, reader, goTo, onClose }: SidePanelProps): ReactElement {
  const texts = useTexts()
  const id = useId()
  const tabsRef = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<Tab>(() => TABS.find(one => one === readChoice('side-tab')) ?? 'files')
  const [isAsked, setIsAsked] = useState(false)
  const end = turns?.end ?? 0
  const isShort = end <= LONGEST_UNASKED
  const { report, error } = useChanges({ session, end, isWanted: tab === 'files' && (isShort || isAsked) })
  const counts: Readonly<Record<Tab, number | undefined>> = {
    files: report?.files.length,
    turns: turns?.count,
    usage: undefined,
  }

  function choose(next: Tab): void {
    keepChoice('side-tab', next)
    setTab(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'files'
    choose(next)
    tabsRef.current?.querySelectorAll('button')[TABS.indexOf(next)]?.focus()
  }

  return (
    <aside className={css.aside} aria-label={texts.changes.details}>
      <header className={css.head}>
        <div
          ref={tabsRef}
          className={css.tabs}
          role="tablist"
          aria-label={texts.changes.details}
          onKeyDown={onKeyDown}
        >
          {TABS.map(name => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === tab}
              aria-controls={`${id}-panel`}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => choose(name)}
            >
              {texts.changes[name]}
              {counts[name] !== undefined && <span>{formatWhole(counts[name])}</span>}
            </button>
          ))}
        </div>
        <IconButton className={css.close} icon={X} label={texts.close} onClick={onClose} />
      </header>
      <div className={css.panel} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {tab === 'files' && !isShort && !isAsked && (
          <p className={css.note}>
            <Button onClick={() => setIsAsked(true)}>{texts.changes.readAll}</Button>
          </p>
        )}
        {tab === 'files' && (isShort || isAsked) && (
          <FilesTab session={session} report={report} error={error} goTo={goTo} />
        )}
        {tab === 'turns' && turns && <TurnsTab turns={turns} reader={reader} goTo={goTo} />}
        {tab === 'usage' && <UsageTab session={session} />}
      </div>
    </aside>
  )
}

const TABS = ['files', 'turns', 'usage'] as const
type Tab = (typeof TABS)[number]
