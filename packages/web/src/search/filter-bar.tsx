import type { FoundSessionRow, HitKind, KindCounts } from '@antiphon/server/protocol'
import {
  Bot,
  Calendar,
  CircleAlert,
  Folder,
  ListFilter,
  type LucideIcon,
  Plus,
  Wrench,
  X,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { Chip } from '../controls/fields.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, type MenuItem } from '../controls/menu.tsx'
import type { Texts } from '../language/texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { splitPath } from '../parts/split-path.ts'
import { KIND_ICONS } from './kind-icons.ts'
import styles from './search.module.css'
import { addFilter, type Filter, type FilterName, formatFilter, removeFilter } from './search-query.ts'

export type FilterBarProps = {
  readonly filters: readonly Filter[]
  readonly kinds: KindCounts | undefined
  /** Their projects are offered. */
  readonly sessions: readonly FoundSessionRow[]
  readonly onFilters: (filters: readonly Filter[]) => void
}

/** The filters that are on, each with a way out; kinds with their numbers; and a menu of those that can be added. */
export function FilterBar({ filters, kinds, sessions, onFilters }: FilterBarProps): ReactElement {
  const texts = useTexts()
  const { inSearch } = texts
  const kind = filters.find(({ name }) => name === 'kind')?.value
  const others = filters.filter(({ name }) => name !== 'kind')
  const shownKinds = KINDS.filter(one => one === kind || (kinds?.[one] ?? 0) > 0)
  return (
    <fieldset className={styles.chips} aria-label={inSearch.filters}>
      {others.map(filter => (
        <Chip
          key={filter.name}
          isOn
          icon={FILTER_ICONS[filter.name] ?? ListFilter}
          title={inSearch.removeFilter(formatFilter(filter))}
          onClick={() => onFilters(removeFilter(filters, filter.name))}
        >
          {describeFilter(filter, texts)}
          <Icon of={X} size={14} />
        </Chip>
      ))}
      {others.length > 0 && shownKinds.length > 0 && <span className={styles.rule} />}
      {shownKinds.map(one => (
        <Chip
          key={one}
          icon={KIND_ICONS[one]}
          isOn={one === kind}
          onClick={() =>
            onFilters(
              one === kind ? removeFilter(filters, 'kind') : addFilter(filters, { name: 'kind', value: one }),
            )
          }
        >
          {inSearch.kindFilters[one]}
          <span className={styles.count}>{formatWhole(kinds?.[one] ?? 0)}</span>
        </Chip>
      ))}
      {kind !== undefined && !KINDS.some(one => one === kind) && (
        <Chip isOn icon={ListFilter} onClick={() => onFilters(removeFilter(filters, 'kind'))}>
          {kind}
          <Icon of={X} size={14} />
        </Chip>
      )}
      <Menu
        label={inSearch.filter}
        face={inSearch.filter}
        icon={Plus}
        look="quiet"
        items={toMenuItems({ texts, filters, sessions, onFilters })}
      />
    </fieldset>
  )
}

const KINDS: readonly HitKind[] = [
  'prompt',
  'answer',
  'command',
  'file',
  'output',
  'call',
  'thinking',
  'title',
  'note',
]

const FILTER_ICONS: Partial<Readonly<Record<FilterName, LucideIcon>>> = {
  project: Folder,
  after: Calendar,
  before: Calendar,
  tool: Wrench,
  agent: Bot,
  is: CircleAlert,
}

/** A filter in words where there are some, else as it is typed. */
function describeFilter(filter: Filter, { inSearch }: Texts): string {
  const { name, value } = filter
  if (name === 'after' && inSearch.past[value]) return inSearch.past[value]
  if (name === 'agent' && inSearch.agents[value]) return inSearch.agents[value]
  if (name === 'is' && value === 'error') return inSearch.errors
  return name === 'project' || name === 'tool' ? value : formatFilter(filter)
}

type MenuOptions = Omit<FilterBarProps, 'kinds'> & { readonly texts: Texts }

function toMenuItems({ texts, filters, sessions, onFilters }: MenuOptions): readonly MenuItem[] {
  const { inSearch } = texts
  const item = (filter: Filter, label: string, heading?: string): MenuItem => {
    const isChosen = filters.some(({ name, value }) => name === filter.name && value === filter.value)
    return {
      key: formatFilter(filter),
      label,
      isChosen,
      ...(heading !== undefined && { heading }),
      onSelect: () => onFilters(isChosen ? removeFilter(filters, filter.name) : addFilter(filters, filter)),
    }
  }
  const all = (
    name: FilterName,
    heading: string,
    choices: readonly (readonly [string, string])[],
  ): MenuItem[] =>
    choices.map(([value, label], index) => item({ name, value }, label, index === 0 ? heading : undefined))
  return [
    ...all('project', inSearch.byProject, listProjects(sessions)),
    ...all('after', inSearch.byTime, Object.entries(inSearch.past)),
    ...all(
      'tool',
      inSearch.byTool,
      TOOLS.map(tool => [tool, tool] as const),
    ),
    ...all('agent', inSearch.byAgent, Object.entries(inSearch.agents)),
    ...all('is', inSearch.byOutcome, [['error', inSearch.errors]]),
  ]
}

const TOOLS = ['Bash', 'Edit', 'Write', 'Read', 'Grep', 'WebFetch', 'Task'] as const

/** The folders of what was found, those with most sessions first. */
function listProjects(sessions: readonly FoundSessionRow[]): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>()
  for (const { cwd } of sessions) {
    const name = cwd === null || cwd === '' ? '' : splitPath(cwd).name
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, MOST_PROJECTS)
    .map(([name]) => [name, name] as const)
}

const MOST_PROJECTS = 8
