import type { ApiMessage } from '@antiphon/contract'
import type { RepairAction } from '@antiphon/core'
import type { ApiStage } from '@antiphon/core/api'
import type { LogRequest } from './log-protocol.ts'

/** The message at `seq`, or the one called `uuid`; the end of the log without both. */
export type ModelPlace = LogRequest & {
  readonly seq?: number
  readonly uuid?: string
  /** Steps of the model's view that are left out, to see what they are for: names with commas between. */
  readonly without?: string
  /** Steps that take their places in this order. */
  readonly order?: string
}

export type TraceRequest = LogRequest & { readonly tool: string }

export type ModelRequest = ModelPlace & {
  /** Messages of the request before this one, counted from nought. */
  readonly before?: number
}

export type ModelView = {
  /** The log that it is about, as a session is named. */
  readonly log: string
  readonly model: string
  /** The model that the log names, where nothing is known of it. */
  readonly unknownModel: string | null
  /** How many messages of the log stand behind the request. */
  readonly stored: number
  /** Whether it begins behind a compaction. */
  readonly isCompacted: boolean
  /** The messages of the request from `from` to `to`, of `total`. */
  readonly messages: readonly ModelMessage[]
  readonly from: number
  readonly to: number
  readonly total: number
  /** All changes by rule and kind; `omitted` are not among them. */
  readonly repairs: readonly RepairGroup[]
  /** Changes that belong to no message of the request, the first of them. */
  readonly strayRepairs: readonly ModelRepair[]
  /** What is in the log and not meant for the model. */
  readonly unsent: readonly RepairGroup[]
  /** What the API would refuse, the first of it. */
  readonly violations: readonly ModelViolation[]
  readonly violationCount: number
  /** Where it is only tried: what had no effect, and how many messages are not as they are sent otherwise. */
  readonly trial: { readonly tooLate: readonly ApiStage[]; readonly changed: number } | null
}

export type ModelMessage = {
  readonly index: number
  readonly role: ApiMessage['role']
  /** Long texts are cut. */
  readonly content: ApiMessage['content']
  /** How many characters were cut. */
  readonly cut: number
  /** The stored messages that it was made of; none for one that is not in the log. */
  readonly sources: readonly StoredPlace[]
  readonly repairs: readonly ModelRepair[]
}

export type StoredPlace = { readonly uuid: string; readonly seq: number; readonly type: string }

export type ModelRepair = {
  readonly rule: string
  readonly action: RepairAction
  readonly detail: string
  readonly uuid: string | null
  readonly seq: number | null
}

export type RepairGroup = {
  readonly rule: string
  readonly action: RepairAction
  readonly count: number
  /** What is particular about the first. */
  readonly detail: string
}

export type ModelViolation = {
  readonly rule: string
  readonly path: string
  readonly message: string
}
