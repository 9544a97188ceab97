export {
  API_STAGES,
  type ApiPlan,
  type ApiStage,
  createPlan,
  isApiStage,
  MESSAGE_STAGES,
  type PlanWish,
  REQUEST_STAGES,
} from './api-plan.ts'
export { API_STEP_NAMES, type ApiStepName } from './api-steps.ts'
export { type BuildApiRequestOptions, buildApiRequest } from './build-api-request.ts'
export { placeCacheMarkers } from './cache-markers.ts'
export { type ContextEdit, readContextEdit } from './context-edit.ts'
export type { ApiMessage, ApiRequest, ApiTool } from './contract/api-request.ts'
export { API_RULES } from './contract/api-rules.ts'
export {
  type ApiLimits,
  type ApiTarget,
  type ApiTargetOptions,
  type ApiVersion,
  DEFAULT_API_VERSION,
  DEFAULT_MODEL,
  resolveTarget,
} from './contract/api-target.ts'
export { type CheckOptions, checkApiContract } from './contract/check-api-contract.ts'
export {
  base64ByteLength,
  type ImageHeader,
  inspectImage,
  inspectPdf,
  isBase64,
  type PdfHeader,
} from './contract/media/media.ts'
export type { Confidence, ContractLevel, Finding, Rule, Violation } from './contract/rule.ts'
export { KNOWN_BETAS } from './contract/tables/betas.ts'
export { BLOCKS_BY_ROLE, TOOL_RESULT_BLOCKS } from './contract/tables/block-fields.ts'
export {
  canonicalModelName,
  MODELS,
  type ModelFacts,
  modelFacts,
  type UsdPerMTok,
} from './contract/tables/models.ts'
export { PLATFORMS, type Platform, type PlatformFacts } from './contract/tables/platforms.ts'
export { findNewestModel, resolveModelAlias } from './contract/tables/resolve-model-alias.ts'
export { type ApiView, createApiView, type NormalizeOptions } from './create-api-view.ts'
export { ensureToolResultPairing } from './ensure-tool-result-pairing.ts'
export type { ApiViewMessage, SystemTurn } from './finish-exchange.ts'
export { canBeDropped, toMessageLabel } from './label-message.ts'
export { mergeUserMessages } from './merge-user-messages.ts'
export { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
export {
  blamedBlockTypes,
  ERROR_TO_BLOCK_TYPES,
  getImageTooLargeErrorMessage,
  getPdfInvalidErrorMessage,
  getPdfPasswordProtectedErrorMessage,
  getPdfTooLargeErrorMessage,
  getRequestTooLargeErrorMessage,
} from './refused-media.ts'
export { normalizeAttachmentForAPI } from './render-attachment/normalize-attachment-for-api.ts'
export { wrapInSystemReminder } from './render-attachment/wrap-in-system-reminder.ts'
export type { Watch, WatchedStage } from './render-exchange.ts'
export { reorderAttachmentsForAPI } from './reorder-attachments-for-api.ts'
export type { Repair, RepairAction, Report } from './repair.ts'
export {
  stripToolReferenceBlocksFromUserMessage,
  stripUnavailableToolReferencesFromUserMessage,
} from './steps/resolve-tool-references.ts'
export { toApiMessage } from './to-api-message.ts'
export { normalizeToolInputForAPI, type Tool, type Tools, toolMatchesName } from './tools.ts'
export {
  type BlockPlace,
  blockAt,
  findResult,
  type ResultEffect,
  type ResultTrace,
  type TracedStep,
  traceResult,
} from './trace-result.ts'
