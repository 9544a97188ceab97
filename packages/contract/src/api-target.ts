import { type ModelFacts, modelFacts } from './tables/models.ts'
import { PLATFORMS, type Platform, type PlatformFacts } from './tables/platforms.ts'

export type ApiVersion = '2023-06-01' | '2026-10-21'

/** The newest model that every platform offers; what is assumed where nobody says. */
export const DEFAULT_MODEL = 'claude-opus-5-5'
export const DEFAULT_API_VERSION: ApiVersion = '2026-10-21'

/** Where a request goes. Validity is a function of all of these, so none is a branch in the code: they are data. */
export type ApiTarget = {
  readonly model: string
  readonly platform: Platform
  readonly apiVersion: ApiVersion
  readonly betas: readonly string[]
  /** Rules on which live probes contradict each other; true enforces the stricter reading. */
  readonly strict: boolean
  readonly modelFacts: ModelFacts
  readonly limits: ApiLimits
}

/** Sizes that the API refuses to exceed; smaller ones make the repairs testable. */
export type ApiLimits = {
  readonly bodyBytes: number
  readonly imageBase64Bytes: number
  readonly imageSide: number
  readonly manyImages: number
  readonly manyImageSide: number
  readonly media: number
  readonly messages: number
  readonly cacheMarkers: number
  readonly toolNameLength: number
}

export type ApiTargetOptions = {
  readonly model?: string
  readonly platform?: Platform
  readonly apiVersion?: ApiVersion
  readonly betas?: readonly string[]
  readonly strict?: boolean
  readonly limits?: Partial<ApiLimits>
}

/** Fills in everything that validity depends on from the model and platform tables. */
export function resolveTarget(options: ApiTargetOptions = {}): ApiTarget {
  const model = options.model ?? DEFAULT_MODEL
  const platform = options.platform ?? 'anthropic'
  const facts = modelFacts(model)
  const platformFacts: PlatformFacts = PLATFORMS[platform]
  return {
    model,
    platform,
    apiVersion: options.apiVersion ?? DEFAULT_API_VERSION,
    betas: options.betas ?? [],
    strict: options.strict ?? true,
    modelFacts: facts,
    limits: {
      bodyBytes: platformFacts.bodyBytes,
      imageBase64Bytes: platformFacts.imageBase64Bytes,
      imageSide: 8000,
      manyImages: 20,
      manyImageSide: 2000,
      media: facts.mediaLimit,
      messages: 100_000,
      cacheMarkers: 4,
      toolNameLength: platformFacts.toolNameLength,
      ...options.limits,
    },
  }
}
