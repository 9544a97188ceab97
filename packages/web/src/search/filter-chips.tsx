import type { ReactElement } from 'react'
import { FILTER_NAMES } from '../language/filter-names.ts'
import { useTexts } from '../page/page-context.ts'
import { readFilters, removeFilter } from './read-filters.ts'

type FilterChipsProps = {
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** The filters of a search, each with a way out; and those that can be added, each with what it means. */
export function FilterChips({ query, onQuery }: FilterChipsProps): ReactElement {
  const texts = useTexts()
  return (
    <div className="chips">
      {readFilters(query).map(filter => (
        <button
          key={filter.start}
          type="button"
          className="chip is-on"
          aria-label={texts.inSearch.removeFilter(filter.text)}
          onClick={() => onQuery(removeFilter(query, filter))}
        >
          {filter.text} <span aria-hidden="true">×</span>
        </button>
      ))}
      <details className="chip-help">
        <summary>{texts.inSearch.filters}</summary>
        <ul>
          {FILTER_NAMES.map(name => (
            <li key={name}>
              <button
                type="button"
                className="chip"
                aria-label={texts.inSearch.addFilter(`${name}:`)}
                onClick={() => onQuery(`${query.trimEnd()} ${name}:`.trimStart())}
              >
                {name}:
              </button>{' '}
              {texts.inSearch.filterHelp[name]}
            </li>
          ))}
        </ul>
        <p>{texts.inSearch.wordsHint}</p>
      </details>
    </div>
  )
}
