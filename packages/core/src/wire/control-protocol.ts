import type { JsonObject } from '@antiphon/contract'
import type { HumanOrigin } from '../message/message-author.ts'
import type { ControlRequest, ControlSubtype } from './control-request.ts'
import type { ControlResponsePayload } from './control-response.ts'

/** The frames by which a program and its host ask each other things, beside the conversation. */
export type ControlFrame = ControlRequestEvent | ControlResponseEvent | ControlCancelRequestEvent

/** A question; whoever gets it must answer, also when it does not know the subtype. */
export type ControlRequestEvent = {
  readonly type: 'control_request'
  readonly request_id: string
  readonly request: ControlRequest
}

/** The answer to the question of the same `request_id`. */
export type ControlResponseEvent = {
  readonly type: 'control_response'
  readonly response: ControlSuccess | ControlError
  /** The person who answered, where several could. */
  readonly origin?: HumanOrigin
}

/** Takes a question back. The other side may still answer it; nobody may wait for that. */
export type ControlCancelRequestEvent = {
  readonly type: 'control_cancel_request'
  readonly request_id: string
  /** The person who answered it, where that is why it is taken back, and how. */
  readonly origin?: HumanOrigin
  readonly behavior?: 'allow' | 'deny'
  readonly tool_name?: string
}

export type ControlSuccess<Subtype extends ControlSubtype = ControlSubtype> = {
  readonly subtype: 'success'
  readonly request_id: string
  readonly response?: ControlResponsePayload<Subtype>
  readonly pending_permission_requests?: readonly JsonObject[]
  readonly pending_user_dialog_requests?: readonly JsonObject[]
}

export type ControlError = {
  readonly subtype: 'error'
  readonly request_id: string
  readonly error: string
  readonly error_code?: 'unsupported_request' | (string & {})
  readonly pending_permission_requests?: readonly JsonObject[]
}

/** The answer that an unknown subtype must get: silence would hang the one who asked. */
export function createUnsupportedRequestResponse(requestId: string, subtype: string): ControlResponseEvent {
  return {
    type: 'control_response',
    response: {
      subtype: 'error',
      request_id: requestId,
      error: `Unsupported control request subtype: ${subtype}`,
      error_code: 'unsupported_request',
    },
  }
}
