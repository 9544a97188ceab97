import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { ChoiceMenu } from '../controls/choice-menu.tsx'
import { useTexts } from '../page/page-context.ts'
import type { TeamFacets } from './collect-facets.ts'
import type { ListFilters } from './list-choice.ts'

export type TeamFiltersProps = {
  readonly facets: TeamFacets
  readonly filters: ListFilters
  readonly onFilters: (filters: ListFilters) => void
}

/** Whose sessions are shown, and of which repository and folder: what only a team asks. */
export function TeamFilters({ facets, filters, onFilters }: TeamFiltersProps): ReactElement {
  const { team } = useTexts()
  return (
    <>
      {(['person', 'repository', 'project'] as const).map(facet => (
        <ChoiceMenu
          key={facet}
          label={team.facets[facet]}
          value={filters[facet] ?? ANY}
          choices={[
            { value: ANY, label: team.any[facet] },
            ...facets[facet].map(value => ({ value, label: oneLine(stripControl(value), 80) })),
          ]}
          onChange={value => onFilters({ ...filters, [facet]: value === ANY ? null : value })}
        />
      ))}
    </>
  )
}

/** Nobody and nothing is called so. */
const ANY = ' '
