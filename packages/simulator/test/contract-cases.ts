import type { ApiTargetOptions } from '@antiphon/contract'
import { bodyCases } from '@antiphon/contract/testing/parameters/body-cases'
import { modelCases } from '@antiphon/contract/testing/parameters/model-cases'
import { changedRequest } from '@antiphon/contract/testing/parameters/rule-case'
import { serverToolCases } from '@antiphon/contract/testing/parameters/server-tool-cases'
import { stateCases } from '@antiphon/contract/testing/parameters/state-cases'
import { thinkingCases } from '@antiphon/contract/testing/parameters/thinking-cases'
import { toolCases } from '@antiphon/contract/testing/parameters/tool-cases'
import { toolChoiceCases } from '@antiphon/contract/testing/parameters/tool-choice-cases'
import { historyCases } from '@antiphon/core/testing/contract-cases/index'

/** A body that breaks a rule of the contract, and where it is sent. */
export type ContractCase = {
  readonly rule: string
  readonly body: unknown
  readonly target: ApiTargetOptions
}

/** Core's cases for every rule of the contract. */
export const CONTRACT_CASES: readonly ContractCase[] = [
  ...historyCases.map(({ rule, breaks, target = {} }) => ({ rule, body: breaks, target })),
  ...[
    ...bodyCases,
    ...modelCases,
    ...thinkingCases,
    ...toolChoiceCases,
    ...toolCases,
    ...serverToolCases,
    ...stateCases,
  ].map(({ rule, breaks, target = {} }) => ({ rule, body: changedRequest(breaks, target), target })),
]

/** Rules that no request can break alone: what else it breaks then, and why. */
export const NEVER_ALONE: Readonly<
  Record<string, { readonly breaksToo: readonly string[]; readonly reason: string }>
> = {
  'EMP-05': {
    breaksToo: ['EMP-01', 'EMP-03'],
    reason: 'An empty text that is marked for the cache is an empty text.',
  },
  'PDF-01': {
    breaksToo: ['IMG-04'],
    reason: 'The pages of one PDF count among the pages and images of the request, under the same limit.',
  },
  'TUP-15': {
    breaksToo: ['SYS-02'],
    reason: 'A system message before a result stands before a user message.',
  },
}
