import {
  type ControlResponseEvent,
  createUnsupportedRequestResponse,
  type JsonObject,
  stripControl,
} from '@antiphon/core'
import { CONTROLS } from './controls/index.ts'
import type { HeadlessSession } from './headless-session.ts'
import type { Host } from './host.ts'
import type { HostRequest } from './host-frame.ts'

export type RequestToAnswer = {
  readonly requestId: string
  readonly request: HostRequest
  readonly opened: Promise<HeadlessSession>
  /** Aborted when the host takes the question back; it is answered all the same. */
  readonly signal: AbortSignal
}

/** The answer to a question of the host: always one, and never a throw. */
export async function answerRequest(asked: RequestToAnswer): Promise<ControlResponseEvent> {
  const { requestId, request, opened, signal } = asked
  const control = Object.hasOwn(CONTROLS, request.subtype) ? CONTROLS[request.subtype] : undefined
  if (!control) return createUnsupportedRequestResponse(requestId, stripControl(request.subtype))
  try {
    const response: JsonObject = await control(await opened, request, signal)
    return {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: requestId,
        response,
        ...(request.subtype === 'initialize' && listPending((await opened).host)),
      },
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      type: 'control_response',
      response: { subtype: 'error', request_id: requestId, error: stripControl(message) },
    }
  }
}

/** What a host that begins, or begins again, has to answer yet. */
function listPending(host: Host): {
  readonly pending_permission_requests: readonly JsonObject[]
  readonly pending_user_dialog_requests: readonly JsonObject[]
} {
  return {
    // A question is JSON.
    pending_permission_requests: host.pending('can_use_tool') as unknown as readonly JsonObject[],
    pending_user_dialog_requests: [],
  }
}
