import type { JsonObject, JsonValue } from '@antiphon/contract'

/** Files, folders and resources that were named, opened, selected or changed. */
export type AnyFileAttachment =
  | FileAttachment
  | AlreadyReadFileAttachment
  | AtMentionReferenceAttachment
  | CompactFileReferenceAttachment
  | PdfReferenceAttachment
  | EditedTextFileAttachment
  | EditedImageFileAttachment
  | DirectoryAttachment
  | SelectedLinesInIdeAttachment
  | OpenedFileInIdeAttachment
  | DiagnosticsAttachment
  | McpResourceAttachment
  | ReadTruncationNoticeAttachment

/** What the Read tool returned, in its own type. */
export type FileContent =
  | TextFileContent
  | ImageFileContent
  | PdfFileContent
  | NotebookFileContent
  | PartsFileContent
  | UnchangedFileContent

export type TextFileContent = {
  readonly type: 'text'
  readonly file: {
    readonly filePath: string
    readonly content: string
    readonly numLines: number
    readonly startLine: number
    readonly totalLines: number
  }
}

export type ImageFileContent = {
  readonly type: 'image'
  readonly file: {
    readonly base64: string
    /** The media type. */
    readonly type: string
    readonly originalSize?: number
    readonly dimensions?: JsonObject
  }
}

export type PdfFileContent = {
  readonly type: 'pdf'
  readonly file: { readonly filePath: string; readonly base64: string; readonly originalSize?: number }
}

export type NotebookFileContent = {
  readonly type: 'notebook'
  readonly file: { readonly filePath: string; readonly cells: readonly JsonValue[] }
}

/** A PDF that was cut into page images. */
export type PartsFileContent = {
  readonly type: 'parts'
  readonly file: {
    readonly filePath: string
    readonly originalSize?: number
    readonly count: number
    readonly outputDir: string
  }
}

export type UnchangedFileContent = {
  readonly type: 'file_unchanged'
  readonly file: { readonly filePath: string }
}

export type FileAttachment = {
  readonly type: 'file'
  readonly filename: string
  readonly content: FileContent
  readonly truncated?: boolean
  readonly displayPath?: string
}

export type AlreadyReadFileAttachment = {
  readonly type: 'already_read_file'
  readonly filename: string
  readonly content?: FileContent
  readonly truncated?: boolean
  readonly displayPath?: string
}

/** A path that the person mentioned and that was not read. */
export type AtMentionReferenceAttachment = {
  readonly type: 'at_mention_reference'
  readonly mentions: readonly string[]
  readonly unread?: 'too_large' | 'unexamined' | (string & {})
  readonly fileSize?: number
  readonly displayPath?: string
}

/** A file that was read before compaction and is too large to be brought back. */
export type CompactFileReferenceAttachment = {
  readonly type: 'compact_file_reference'
  readonly filename: string
  readonly displayPath?: string
}

export type PdfReferenceAttachment = {
  readonly type: 'pdf_reference'
  readonly filename: string
  readonly pageCount?: number | null
  readonly fileSize?: number
  readonly displayPath?: string
}

export type EditedTextFileAttachment = {
  readonly type: 'edited_text_file'
  readonly filename: string
  readonly snippet: string
}

export type EditedImageFileAttachment = {
  readonly type: 'edited_image_file'
  readonly filename: string
  readonly content?: FileContent
}

export type DirectoryAttachment = {
  readonly type: 'directory'
  readonly path: string
  readonly content: string
  readonly displayPath?: string
}

export type SelectedLinesInIdeAttachment = {
  readonly type: 'selected_lines_in_ide'
  readonly ideName?: string
  readonly filename: string
  readonly lineStart: number
  readonly lineEnd: number
  readonly content: string
  readonly displayPath?: string
}

export type OpenedFileInIdeAttachment = { readonly type: 'opened_file_in_ide'; readonly filename: string }

export type Diagnostic = {
  readonly message: string
  readonly severity?: string
  readonly range?: { readonly start: { readonly line: number; readonly character: number } }
  readonly source?: string
  readonly code?: JsonValue
}

export type DiagnosticsAttachment = {
  readonly type: 'diagnostics'
  readonly files: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[]
  readonly isNew?: boolean
}

export type McpResourceAttachment = {
  readonly type: 'mcp_resource'
  readonly server: string
  readonly uri: string
  readonly name?: string
  readonly description?: string
  readonly content: { readonly contents: readonly JsonObject[] }
}

export type ReadTruncationNoticeAttachment = {
  readonly type: 'read_truncation_notice'
  readonly banner: string
  readonly toolUseID?: string
}
