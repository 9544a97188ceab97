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
export { createMissingResult } from './steps/pair-tool-results.ts'
export {
  stripToolReferenceBlocksFromUserMessage,
  stripUnavailableToolReferencesFromUserMessage,
} from './steps/resolve-tool-references.ts'
export { toApiMessage } from './to-api-message.ts'
export { normalizeToolInputForAPI, type Tool, type Tools, toolMatchesName } from './tools.ts'
export type * from './trace-result.ts'
export { blockAt, findResult, traceResult } from './trace-result.ts'
