import { isObject, type JsonObject } from '@antiphon/contract'
import type { ElicitationAnswer, OnElicitation, SendToHost } from '@antiphon/engine'
import type { ServerHost } from '../../agent/open-servers.ts'
import type { Host } from '../host.ts'
import type { HostAnswer, HostRequest } from '../host-frame.ts'

/** The servers that a host named in its first question, and the ways to them and to its person. */
export function createServerHost(host: Host, initialize: HostRequest | null): ServerHost {
  const { sdkMcpServers, sdkMcpServerManifests } = initialize ?? { subtype: '' }
  return {
    sendToHost: createSendToHost(host),
    onElicitation: createHostElicitation(host),
    serverNames: Array.isArray(sdkMcpServers) ? sdkMcpServers.filter(name => typeof name === 'string') : [],
    manifests: sdkMcpServerManifests,
  }
}

/** Gives messages to servers in the host, by `mcp_message`. */
function createSendToHost(host: Host): SendToHost {
  return async (server_name, message, signal) => {
    const { mcp_response } = readAnswer(
      await host.ask({ subtype: 'mcp_message', server_name, message }, signal),
    )
    // It came as JSON.
    return isObject(mcp_response) ? (mcp_response as JsonObject) : null
  }
}

/** Asks the host's person for a server, by `elicitation`; whoever does not answer clearly has declined. */
function createHostElicitation(host: Host): OnElicitation {
  return async ({ serverName, message, mode, url, elicitationId, requestedSchema }, signal) => {
    const answer = await host.ask(
      {
        subtype: 'elicitation',
        mcp_server_name: serverName,
        message,
        mode,
        ...(url !== undefined && { url }),
        ...(elicitationId !== undefined && { elicitation_id: elicitationId }),
        ...(requestedSchema !== undefined && { requested_schema: requestedSchema }),
      },
      signal,
    )
    return answer.status === 'answered' ? toElicitationAnswer(answer.response) : null
  }
}

function readAnswer(answer: HostAnswer): JsonObject {
  switch (answer.status) {
    case 'answered':
      return answer.response
    case 'refused':
      throw new Error(answer.error)
    case 'cancelled':
      throw new Error('the request was taken back')
    case 'gone':
      throw new Error('the host has gone')
  }
}

function toElicitationAnswer({ action, content }: JsonObject): ElicitationAnswer | null {
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return null
  // It came as JSON.
  return { action, ...(isObject(content) && { content: content as JsonObject }) }
}
