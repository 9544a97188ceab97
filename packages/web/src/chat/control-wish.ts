import type { HumanOrigin } from '@antiphon/core'

/** Something that a person wants of the agent beside its work. */
export type ControlWish = {
  readonly requestId: string
  readonly request:
    | { readonly subtype: 'interrupt' }
    | { readonly subtype: 'set_model'; readonly model: string }
    | { readonly subtype: 'set_permission_mode'; readonly mode: string }
    | { readonly subtype: 'cancel_async_message'; readonly message_uuid: string }
    | {
        readonly subtype: 'peer_edit'
        readonly path: string
        readonly note: string
        readonly origin: HumanOrigin
      }
}

/** The frame that asks for it. */
export function createWishFrame({ requestId, request }: ControlWish): Readonly<Record<string, unknown>> {
  return { type: 'control_request', request_id: requestId, request }
}
