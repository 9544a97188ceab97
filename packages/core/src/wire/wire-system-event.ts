import type { WireSystem } from './wire-base.ts'
import type { WireHookEvent } from './wire-hook-event.ts'
import type { WireNoticeEvent } from './wire-notice-event.ts'
import type { WirePeerEvent } from './wire-peer-event.ts'
import type { WireSessionEvent } from './wire-session-event.ts'
import type { WireTaskEvent } from './wire-task-event.ts'

/** All that the program says about itself, told apart by `subtype`. */
export type WireSystemEvent =
  | WireSessionEvent
  | WireTaskEvent
  | WireHookEvent
  | WireNoticeEvent
  | WirePeerEvent
  | UnknownWireSystemEvent

/** A system event of a subtype that this version does not know; kept as it came. */
export type UnknownWireSystemEvent = WireSystem<`unknown:${string}`> & { readonly [field: string]: unknown }
