import { isObject, type JsonObject } from '@antiphon/contract'
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'

/** What a host learned when it shook hands with one of its servers, so that nobody has to do it again. */
export type HostManifest = { readonly initializeResult: JsonObject; readonly toolsListResult?: JsonObject }

/** What became of a manifest, in the words of the control protocol. */
export type ManifestVerdict = 'parked' | 'already_connected' | 'protocol_version_mismatch' | 'malformed'

/** A manifest that can stand for the handshake, or why it cannot. */
export function readHostManifest(value: unknown): HostManifest | 'protocol_version_mismatch' | 'malformed' {
  if (!isObject(value)) return 'malformed'
  const { initializeResult, toolsListResult } = value
  if (!isHandshake(initializeResult)) return 'malformed'
  if (toolsListResult !== undefined && !isToolsList(toolsListResult)) return 'malformed'
  if (initializeResult.protocolVersion !== LATEST_PROTOCOL_VERSION) return 'protocol_version_mismatch'
  return { initializeResult, ...(toolsListResult !== undefined && { toolsListResult }) }
}

// What came over the wire is JSON.
function isHandshake(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    typeof value.protocolVersion === 'string' &&
    isObject(value.capabilities) &&
    isObject(value.serverInfo) &&
    typeof value.serverInfo.name === 'string' &&
    typeof value.serverInfo.version === 'string'
  )
}

/** A list that goes on elsewhere has to be asked for. */
function isToolsList(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value.tools) && value.nextCursor === undefined
}
