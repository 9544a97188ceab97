import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { MCP_LIMITS } from './mcp-limits.ts'

/** Looks at every message of a server; calls `onFlood` once, when it says more than anybody could have asked for. */
export function createFloodGuard(onFlood: (what: string) => void): (message: JSONRPCMessage) => void {
  let began = performance.now()
  let [unasked, requests] = [0, 0]
  let isOver = false
  return message => {
    const isRequest = isJSONRPCRequest(message)
    if (isOver || !(isRequest || isJSONRPCNotification(message))) return
    const now = performance.now()
    if (now - began > MCP_LIMITS.floodMs) [began, unasked, requests] = [now, 0, 0]
    unasked += 1
    if (isRequest) requests += 1
    if (requests <= MCP_LIMITS.requests && unasked <= MCP_LIMITS.unasked) return
    isOver = true
    onFlood(
      `it floods us: more than ${isRequest ? `${MCP_LIMITS.requests} requests` : `${MCP_LIMITS.unasked} messages`} in ${MCP_LIMITS.floodMs / 1_000} s`,
    )
  }
}
