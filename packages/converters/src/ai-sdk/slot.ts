import { isObject } from '@antiphon/contract'
import { isEmpty, toFields, withoutFields } from '../said/fields.ts'
import { splitForeign, withForeign } from '../said/foreign.ts'
import type { SaidFields } from '../said/said.ts'

/** What the AI SDK hands on to a provider and back, by the provider's name. */
export type AiProviderFields = Record<string, AiJsonObject>

export type AiJsonValue = null | string | number | boolean | Readonly<AiJsonObject> | readonly AiJsonValue[]
export type AiJsonObject = { [key: string]: AiJsonValue | undefined }

export type AiSdkFormat = 'ai-sdk' | 'ai-sdk-model'

/** SaidFields of ours travel under this name; only converters read them. */
const OWN = 'antiphon'

/** The SDK's provider for this API reads these. */
const PROVIDER = 'anthropic'

type WriteSlotOptions = {
  readonly format: AiSdkFormat
  /** What the provider reads beside the cache's mark. */
  readonly anthropic?: SaidFields
  /** What only the way back reads. */
  readonly own?: SaidFields
}

/** What a part says of its provider, and the fields that the other side once had in it. */
export type WrittenSlot = { readonly provider: AiProviderFields | undefined; readonly theirs: SaidFields }

/** Puts what a block says besides into the fields that the SDK keeps for providers. */
export function writeSlot(
  rest: SaidFields,
  { format, anthropic = {}, own = {} }: WriteSlotOptions,
): WrittenSlot {
  const { theirs, ours } = splitForeign(rest, format)
  const others = toFields(theirs.provider)
  const kept = withoutFields(ours, isObject(ours.cache_control) ? ['cache_control'] : [])
  const provider = {
    ...toFields(others[PROVIDER]),
    ...anthropic,
    ...(isObject(ours.cache_control) && { cacheControl: ours.cache_control }),
  }
  const all = {
    ...withoutFields(others, [PROVIDER]),
    ...(isEmpty(provider) ? {} : { [PROVIDER]: provider }),
    ...(isEmpty(own) && isEmpty(kept) ? {} : { [OWN]: { ...own, ...(isEmpty(kept) ? {} : { rest: kept }) } }),
  }
  // The fields of JSON messages are JSON; the SDK's type says so, ours does not look inside.
  const written = isEmpty(all) ? undefined : (all as AiProviderFields)
  return { provider: written, theirs: withoutFields(theirs, ['provider']) }
}

type ReadSlotOptions = {
  readonly format: AiSdkFormat
  /** SaidFields of the provider that the block itself says. */
  readonly taken?: readonly string[]
  /** SaidFields of the part that ours have no place for. */
  readonly theirs: SaidFields
}

export type ReadSlot = { readonly rest: SaidFields; readonly anthropic: SaidFields; readonly own: SaidFields }

/** The other way: the block's further fields, with what only the SDK says beside them. */
export function readSlot(value: unknown, { format, taken = [], theirs }: ReadSlotOptions): ReadSlot {
  const all = toFields(value)
  const anthropic = toFields(all[PROVIDER])
  const own = toFields(all[OWN])
  const hasMark = isObject(anthropic.cacheControl)
  const unread = withoutFields(anthropic, hasMark ? [...taken, 'cacheControl'] : taken)
  const others = {
    ...withoutFields(all, [OWN, PROVIDER]),
    ...(isEmpty(unread) ? {} : { [PROVIDER]: unread }),
  }
  const rest = {
    ...toFields(own.rest),
    ...(hasMark && { cache_control: anthropic.cacheControl }),
  }
  const foreign = { ...theirs, ...(isEmpty(others) ? {} : { provider: others }) }
  return { rest: withForeign(rest, format, foreign), anthropic, own }
}
