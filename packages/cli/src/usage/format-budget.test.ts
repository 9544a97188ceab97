import { expect, it } from 'vitest'
import { formatBudget } from './format-budget.ts'

it.each([
  [50, ''],
  [80, 'You asked to be warned at 80 %.'],
  [120, 'It is used up.'],
])('says what of a budget is spent at %s dollars of 100', (spent, warning) => {
  const said = formatBudget({ spent, budget: 100, alert: 80 })
  expect(said).toContain(`(${spent} %).`)
  expect(said.replace(/^.*%\)\. ?/, '')).toBe(warning)
})
