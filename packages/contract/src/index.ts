export type { ApiMessage, ApiRequest, ApiTool } from './api-request.ts'
export { API_RULES } from './api-rules.ts'
export {
  type ApiLimits,
  type ApiTarget,
  type ApiTargetOptions,
  type ApiVersion,
  DEFAULT_API_VERSION,
  DEFAULT_MODEL,
  resolveTarget,
} from './api-target.ts'
export { checkApiContract } from './check-api-contract.ts'
export {
  type CacheControl,
  type ContentBlock,
  type ContentBlockParam,
  type ImageBlock,
  isContentBlock,
  isServerToolResultBlock,
  isThinkingBlock,
  type McpToolResultBlock,
  type McpToolUseBlock,
  type RedactedThinkingBlock,
  SERVER_TOOL_RESULT_TYPES,
  type ServerToolResultBlock,
  type ServerToolUseBlock,
  type TextBlock,
  type ThinkingBlock,
  type ToolReferenceBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  toContentBlocks,
} from './content-block.ts'
export { assertNever, isObject, type JsonObject, type JsonValue } from './json.ts'
export { base64ByteLength, base64Bytes, isBase64 } from './media/base64.ts'
export { type ImageHeader, inspectImage } from './media/image-header.ts'
export { inspectPdf } from './media/pdf-header.ts'
export { jsonBytes } from './request/json-bytes.ts'
export { takesSystemMessages } from './request/takes-system-messages.ts'
export type { Violation } from './rule.ts'
export { FILES_BETA, KNOWN_BETAS } from './tables/betas.ts'
export {
  BETA_BLOCKS,
  BLOCK_SCHEMAS,
  BLOCKS_BY_ROLE,
  SOURCE_SCHEMAS,
  TOOL_RESULT_BLOCKS,
} from './tables/block-fields.ts'
export { type FieldKind, fitsKind } from './tables/field-kinds.ts'
export { lookupTable } from './tables/lookup-table.ts'
export { canonicalModelName, MODELS, modelFacts, type UsdPerMTok } from './tables/models.ts'
export {
  hasLoneSurrogate,
  IMAGE_MEDIA_TYPES,
  isBlank,
  isFetchedUrl,
  SERVER_TOOL_RESULT_OF,
  SERVER_TOOL_USE_ID_PATTERN,
  TOOL_USE_ID_PATTERN,
} from './tables/patterns.ts'
export { PLATFORMS, type Platform } from './tables/platforms.ts'
export { findNewestModel, resolveModelAlias } from './tables/resolve-model-alias.ts'
export { DEMO_MODEL, isSimulatedModel, SIMULATOR_MODEL } from './tables/simulated-models.ts'
