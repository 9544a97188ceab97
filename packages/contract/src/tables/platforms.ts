/** Who serves the model: the Claude API itself, Amazon Bedrock or Google Vertex. */
export type Platform = 'anthropic' | 'bedrock' | 'vertex'

export type PlatformFacts = {
  readonly bodyBytes: number
  readonly imageBase64Bytes: number
  /** Source types that an image or document may have there. */
  readonly mediaSources: readonly string[]
  readonly serverTools: 'all' | 'none' | readonly string[]
  readonly toolNameLength: number
  /** Whether neighbours of one role are merged by the platform or refused (Converse). */
  readonly mergesNeighbours: boolean
  readonly topLevelCacheControl: boolean
  /** Whether `role: "system"` may stand in `messages` where the model takes it (Converse: never). */
  readonly midConversationSystem: boolean
}

const MIB = 1024 * 1024

/** api-rules.md §3: what differs between the platforms, as far as a message history can notice it. */
export const PLATFORMS: Record<Platform, PlatformFacts> = {
  anthropic: {
    bodyBytes: 32 * MIB,
    imageBase64Bytes: 10 * MIB,
    mediaSources: ['base64', 'url', 'file', 'text', 'content'],
    serverTools: 'all',
    toolNameLength: 128,
    mergesNeighbours: true,
    topLevelCacheControl: true,
    midConversationSystem: true,
  },
  bedrock: {
    bodyBytes: 20 * MIB,
    imageBase64Bytes: 5 * MIB,
    mediaSources: ['base64', 'text', 'content'],
    serverTools: 'none',
    toolNameLength: 64,
    mergesNeighbours: false,
    topLevelCacheControl: false,
    midConversationSystem: false,
  },
  vertex: {
    bodyBytes: 30 * MIB,
    imageBase64Bytes: 5 * MIB,
    mediaSources: ['base64', 'text', 'content'],
    serverTools: ['web_search'],
    toolNameLength: 64,
    mergesNeighbours: true,
    topLevelCacheControl: true,
    midConversationSystem: true,
  },
}
