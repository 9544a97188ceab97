import type { ApiRequest } from '@antiphon/contract'
import type { Repair } from '@antiphon/core'
import type { PlanWish } from '@antiphon/core/api'
import { type ComputedRequest, computeRequest, computeTrial, type Trial } from '@antiphon/core/inspect'
import type { ModelRepair, StoredPlace } from '../protocol/model-protocol.ts'
import { placeRepairs } from './place-repairs.ts'
import type { PlaceContext } from './read-context.ts'
import { traceSources } from './trace-sources.ts'

/** The request at a place, whole, with where everything in it comes from. */
export type WholeModelView = {
  readonly request: ApiRequest
  readonly computed: ComputedRequest
  /** How many messages of the log stand behind it. */
  readonly stored: number
  readonly isCompacted: boolean
  /** For each message of the request the stored ones that it was made of. */
  readonly sources: readonly (readonly StoredPlace[])[]
  readonly repairs: readonly (readonly ModelRepair[])[]
  readonly strayRepairs: readonly ModelRepair[]
  readonly trial: Trial | null
}

/** Takes a context to the model's view and keeps track of its messages. */
export function computeModelView(
  { messages, seqs, isCompacted, model }: PlaceContext,
  wish?: PlanWish,
): WholeModelView {
  const options = model === undefined ? {} : { model }
  const usual = computeRequest(messages, options)
  const trial = wish && computeTrial(messages, { wish, usual, options })
  const computed = trial?.computed ?? usual
  const { request, view, repairs } = computed
  const traced = traceSources({ messages, view, repairs })
  const sources: StoredPlace[][] = view.map(() => [])
  const indexes = new Map<string, number | undefined>()
  const seqOf = new Map<string, number>()
  for (const [position, { uuid, type }] of messages.entries()) {
    const index = traced[position]
    const seq = seqs[position] ?? 0
    indexes.set(uuid, index)
    seqOf.set(uuid, seq)
    if (index !== undefined) sources[index]?.push({ uuid, seq, type })
  }
  const { byMessage, strays } = placeRepairs({
    repairs: repairs.filter(({ action }) => action !== 'omitted'),
    findIndex: uuid => (uuid === null ? undefined : indexes.get(uuid)),
    isInserted: index => sources[index]?.length === 0,
  })
  const toModelRepair = ({ rule, action, detail, uuid }: Repair): ModelRepair => ({
    rule,
    action,
    detail,
    uuid,
    seq: seqOf.get(uuid ?? '') ?? null,
  })
  return {
    request,
    computed,
    trial: trial?.trial ?? null,
    stored: messages.length,
    isCompacted,
    sources,
    repairs: view.map((_, index) => (byMessage.get(index) ?? []).map(toModelRepair)),
    strayRepairs: strays.map(toModelRepair),
  }
}
