import { ArrowDownWideNarrow, ListFilter, X } from 'lucide-react'
import type { KeyboardEvent, ReactElement, RefObject } from 'react'
import { IconButton } from '../controls/button.tsx'
import { ChoiceMenu } from '../controls/choice-menu.tsx'
import { Chip, TextField } from '../controls/fields.tsx'
import { Menu } from '../controls/menu.tsx'
import { useTexts } from '../page/page-context.ts'
import type { TeamFacets } from './collect-facets.ts'
import { countFilters, LIST_SORTS, type ListFilters, type ListSort, NO_FILTERS } from './list-choice.ts'
import css from './list-head.module.css'
import { TeamFilters } from './team-filters.tsx'

export type ListHeadProps = {
  /** How many there are, of how many. */
  readonly status: { readonly short: string; readonly long: string }
  readonly sort: ListSort
  readonly onSort: (sort: ListSort) => void
  readonly isFilterOpen: boolean
  readonly onFilterOpen: (isOpen: boolean) => void
  readonly filter: FilterPanelProps
}

/** What the list is called, how many sessions it has, and what can be chosen about it. */
export function ListHead(props: ListHeadProps): ReactElement {
  const { status, sort, onSort, isFilterOpen, onFilterOpen, filter } = props
  const texts = useTexts()
  const { list } = texts
  const filters = countFilters(filter.filters) + Number(filter.query !== '')
  return (
    <div className={css.head}>
      <div className={css.line}>
        <h2>{texts.sessions}</h2>
        <span className={css.count} role="status">
          <span aria-hidden="true">{status.short}</span>
          <span className="hidden">{status.long}</span>
        </span>
        <IconButton
          icon={ListFilter}
          label={filters > 0 ? list.filtersOn(filters) : list.filter}
          aria-expanded={isFilterOpen}
          aria-pressed={filters > 0}
          onClick={() => onFilterOpen(!isFilterOpen)}
        />
        <Menu
          label={list.sort}
          icon={ArrowDownWideNarrow}
          align="end"
          items={LIST_SORTS.map(value => ({
            key: value,
            label: list.sorts[value],
            isChosen: value === sort,
            onSelect: () => onSort(value),
          }))}
        />
      </div>
      {isFilterOpen && <FilterPanel {...filter} />}
    </div>
  )
}

export type FilterPanelProps = {
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onFieldKey: (event: KeyboardEvent) => void
  readonly filters: ListFilters
  readonly onFilters: (filters: ListFilters) => void
  /** What there is to choose from. */
  readonly tags: readonly string[]
  readonly hosts: readonly string[]
  readonly isHere: boolean
  readonly team: TeamFacets | null
  readonly agents: readonly (keyof ReturnType<typeof useTexts>['list']['agents'])[]
}

function FilterPanel(props: FilterPanelProps): ReactElement {
  const { fieldRef, query, onQuery, onFieldKey, filters, onFilters, tags, hosts, isHere, agents, team } =
    props
  const texts = useTexts()
  const { list } = texts
  const toggleState = (state: 'running' | 'waiting'): void => {
    const { states } = filters
    const rest = states.filter(one => one !== state)
    onFilters({ ...filters, states: rest.length < states.length ? rest : [...states, state] })
  }
  return (
    <fieldset className={css.panel} aria-label={texts.filterSessions}>
      <TextField
        ref={fieldRef}
        type="search"
        aria-label={texts.filterSessions}
        placeholder={texts.filterHint}
        value={query}
        onChange={event => onQuery(event.target.value)}
        onKeyDown={onFieldKey}
      />
      <div className={css.chips}>
        <Chip isOn={filters.states.includes('waiting')} onClick={() => toggleState('waiting')}>
          {list.waiting}
        </Chip>
        <Chip isOn={filters.states.includes('running')} onClick={() => toggleState('running')}>
          {list.running}
        </Chip>
        {(['starred', 'archived', 'oneOff'] as const).map(name => (
          <Chip
            key={name}
            isOn={filters[FLAGS[name]]}
            onClick={() => onFilters({ ...filters, [FLAGS[name]]: !filters[FLAGS[name]] })}
          >
            {list[name]}
          </Chip>
        ))}
      </div>
      <div className={css.chips}>
        {tags.length > 0 && (
          <ChoiceMenu
            label={list.tag}
            value={filters.tag ?? ''}
            choices={[{ value: '', label: list.anyTag }, ...tags.map(tag => ({ value: tag, label: tag }))]}
            onChange={tag => onFilters({ ...filters, tag: tag || null })}
          />
        )}
        {agents.length > 1 && (
          <ChoiceMenu
            label={list.agent}
            value={filters.agent ?? ''}
            choices={[
              { value: '', label: list.anyAgent },
              ...agents.map(agent => ({ value: agent, label: list.agents[agent] })),
            ]}
            onChange={agent => onFilters({ ...filters, agent: agent || null })}
          />
        )}
        {hosts.length > 0 && (
          <ChoiceMenu
            label={list.host}
            value={filters.host ?? ANY}
            choices={[
              { value: ANY, label: list.anyHost },
              ...(isHere ? [{ value: '', label: list.thisHost }] : []),
              ...hosts.map(host => ({ value: host, label: host })),
            ]}
            onChange={host => onFilters({ ...filters, host: host === ANY ? null : host })}
          />
        )}
        {team && <TeamFilters facets={team} filters={filters} onFilters={onFilters} />}
        {(countFilters(filters) > 0 || query !== '') && (
          <IconButton
            icon={X}
            label={list.clear}
            onClick={() => {
              onQuery('')
              onFilters(NO_FILTERS)
            }}
          />
        )}
      </div>
    </fieldset>
  )
}

const FLAGS = { starred: 'isStarred', archived: 'isArchived', oneOff: 'isOneOff' } as const
/** No computer is called so. */
const ANY = ' '
