/** What somebody said, as Gemini takes it (`Content` of `@google/genai`). */
export type GeminiContent = { role?: string; parts: GeminiPart[] }

export type GeminiPart = {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  inlineData?: GeminiBytes
  fileData?: GeminiFile
  functionCall?: { id?: string; name: string; args?: Record<string, unknown> }
  functionResponse?: {
    id?: string
    name: string
    response: Record<string, unknown>
    parts?: { inlineData?: GeminiBytes; fileData?: GeminiFile }[]
  }
}

export type GeminiBytes = { mimeType: string; data: string }
export type GeminiFile = { fileUri: string; mimeType?: string }
