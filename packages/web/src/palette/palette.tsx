import { Search, SearchX } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useNow } from '../browser/use-now.ts'
import { Icon } from '../controls/icon.tsx'
import { Keys } from '../controls/marks.tsx'
import { readPageActions } from '../page/page-actions.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo, type Route } from '../page/route.ts'
import { splitPath } from '../parts/split-path.ts'
import type { SessionsState } from '../sessions/sessions-state.ts'
import { findChosen } from './find-chosen.ts'
import css from './palette.module.css'
import { PaletteOptionView } from './palette-option.tsx'
import { computePaletteGroups, type PaletteOption, repositoryPathOf } from './palette-options.ts'
import { rankRecent, rankSessions } from './rank-sessions.ts'
import { useGeneralActions } from './use-general-actions.ts'
import { usePaletteHits } from './use-palette-hits.ts'
import { usePaletteTotals } from './use-palette-totals.ts'

export type PaletteProps = Pick<SessionsState, 'rows' | 'agents'> & {
  /** The session that is open, whose project Tab keeps to where no other is chosen. */
  readonly openId: string | undefined
  readonly onClose: () => void
}

/** Sessions, words in them and everything that can be done, by a few letters. */
export function Palette({ rows, agents, openId, onClose }: PaletteProps): ReactElement {
  const texts = useTexts()
  const { palette } = texts
  const now = useNow(30_000)
  const dialogRef = useRef<HTMLDialogElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [project, setProject] = useState<string>()
  const [chosen, setChosen] = useState<string | null>(null)
  // What the place offered when it was left for the palette.
  const [placeActions] = useState(readPageActions)
  const general = useGeneralActions(query)
  const { hits, isSearching } = usePaletteHits(query)
  const totals = usePaletteTotals(query)
  useEffect(() => dialogRef.current?.showModal(), [])

  const sessions = useMemo(
    () =>
      query.trim() === ''
        ? rankRecent({ rows: rows.values(), agents, project, openId, most: 6 })
        : rankSessions({ rows: rows.values(), query, project, now, most: 5 }),
    [rows, agents, query, project, now, openId],
  )
  const groups = useMemo(() => {
    const inProject = hits.filter(
      ({ row }) => project === undefined || rows.get(row.id)?.repositoryPath === project,
    )
    return computePaletteGroups({
      query,
      sessions,
      hits: inProject,
      totals: project === undefined ? totals : null,
      actions: [...placeActions, ...general],
    })
  }, [query, sessions, hits, totals, project, rows, placeActions, general])
  const options = groups.flatMap(group => group.options)
  const at = findChosen(options, chosen)
  const current = options[at]
  const words = query.trim()

  function close(): void {
    dialogRef.current?.close()
  }

  function take(option: PaletteOption | undefined): void {
    if (!option) return
    close()
    if (option.kind === 'action') option.action.run()
    else goTo(toRoute(option, words))
  }

  function toggleProject(): void {
    const own = openId === undefined ? undefined : (rows.get(openId)?.repositoryPath ?? undefined)
    setProject(project === undefined ? (repositoryPathOf(current, rows) ?? own) : undefined)
    setChosen(null)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isJump = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
    if (step !== 0) setChosen(options.at((at + step) % options.length)?.key ?? null)
    else if (event.key === 'Tab') toggleProject()
    else if (isJump) close()
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      close()
      goTo({ kind: 'search', query: words })
    } else if (event.key === 'Enter') take(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the option that the arrows came to is brought into sight
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, query])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which the browser does
    <dialog
      ref={dialogRef}
      className={css.palette}
      aria-label={palette.title}
      onClose={onClose}
      onClick={event => event.target === dialogRef.current && close()}
    >
      <div className={css.box}>
        <div className={css.field}>
          <Icon of={Search} />
          <input
            role="combobox"
            aria-label={palette.title}
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={current && `${listId}-${at}`}
            placeholder={palette.field}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={query}
            onChange={event => {
              setQuery(event.target.value)
              setChosen(null)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={css.project} tabIndex={-1} onClick={toggleProject}>
            {project === undefined ? palette.allProjects : palette.onlyProject(splitPath(project).name)}
            <Keys keys={['Tab']} />
          </button>
        </div>
        <div className={css.list} ref={listRef} id={listId} role="listbox" aria-label={palette.results}>
          {groups.map(group => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a listbox's children
            <div key={group.name} role="group" aria-label={palette[group.name]}>
              <div className={css.heading} aria-hidden="true">
                {palette[group.name]}
              </div>
              {group.options.map(option => {
                const index = options.indexOf(option)
                return (
                  <PaletteOptionView
                    key={option.key}
                    id={`${listId}-${index}`}
                    option={option}
                    query={words}
                    isActive={index === at}
                    {...{ rows, agents, now }}
                    onPoint={() => index !== at && setChosen(option.key)}
                    onTake={() => take(option)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {words !== '' && !isSearching && groups.every(({ name }) => name === 'actions') && (
          <div className={css.nothing}>
            <Icon of={SearchX} size={20} />
            <b>{palette.nothing(words)}</b>
            <span>{palette.nothingHint}</span>
          </div>
        )}
        <p className="hidden" role="status">
          {isSearching ? texts.searching : palette.count(options.length)}
        </p>
        <PaletteFoot />
      </div>
    </dialog>
  )
}

function toRoute(option: Exclude<PaletteOption, { readonly kind: 'action' }>, words: string): Route {
  switch (option.kind) {
    case 'session':
      return { kind: 'session', id: option.row.id }
    case 'hit': {
      const { row, uuid, seq } = option.hit
      return { kind: 'session', id: row.id, ...(uuid !== null && { uuid }), seq, words }
    }
    case 'all-hits':
      return { kind: 'search', query: words }
  }
}

function PaletteFoot(): ReactElement {
  const { palette } = useTexts()
  const hints = [
    { keys: ['↑', '↓'], words: palette.choose },
    { keys: ['Enter'], words: palette.open },
    { keys: [IS_MAC ? '⌘' : 'Ctrl', 'Enter'], words: palette.everything },
    { keys: ['Esc'], words: palette.close },
  ]
  return (
    <footer className={css.foot}>
      {hints.map(({ keys, words }, index) => (
        <Fragment key={words}>
          {index === hints.length - 1 && <span className={css.space} />}
          <span>
            <Keys keys={keys} /> {words}
          </span>
        </Fragment>
      ))}
    </footer>
  )
}

const IS_MAC: boolean = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
