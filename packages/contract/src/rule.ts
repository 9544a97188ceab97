import type { ApiRequest } from './api-request.ts'
import type { ApiTarget } from './api-target.ts'

/**
 * `well-formed`: a history that could be extended. `sendable`: one that can be sent now
 * (it ends with a user turn, no call is open, …). What is sendable is also well-formed.
 */
export type ContractLevel = 'well-formed' | 'sendable'

/** How sure we are of a rule's text: A quoted, B quoted by third parties, C invented by us, D contested. */
export type Confidence = 'A' | 'B' | 'C' | 'D'

/** One way in which a request can be refused. docs/api-contract.md has sources. */
export type Rule = {
  readonly id: string
  readonly title: string
  readonly level: ContractLevel
  readonly confidence: Confidence
  /** HTTP status and error type where they are not 400 `invalid_request_error`. */
  readonly status?: number
  readonly errorType?: string
  /** Yields each place where the request breaks the rule; must not throw on any JSON value. */
  readonly check: Check
}

type Check = (request: ApiRequest, target: ApiTarget) => Iterable<Finding>

/** What rules look for, by their ids in the catalogue, which has the rest of them. */
export type Checks = Readonly<Record<string, Check>>

/** A place and the text with which the API answers. */
export type Finding = { readonly path: string; readonly message: string; readonly errorCode?: string }

/** A finding whose text starts with its place, as most texts of the API do; `label` is how they call that place. */
export function finding(path: string, text: string, label: string = path): Finding {
  return { path, message: `${label}: ${text}` }
}

/** The API's answer to a field that it does not know. */
export function extraInput(path: string, label: string = path): Finding {
  return finding(path, 'Extra inputs are not permitted', label)
}

export type Violation = Finding & {
  readonly rule: string
  readonly level: ContractLevel
  readonly status: number
  readonly errorType: string
  /** True where the text is ours because nobody has published the API's. */
  readonly invented: boolean
}
