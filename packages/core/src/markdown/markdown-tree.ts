/** A part of a text that somebody wrote in Markdown. */
export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: number; readonly content: readonly MarkdownInline[] }
  | { readonly type: 'paragraph'; readonly content: readonly MarkdownInline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  | {
      readonly type: 'list'
      /** The number of the first item; undefined where the list has none. */
      readonly start: number | undefined
      readonly items: readonly MarkdownListItem[]
    }
  | {
      readonly type: 'table'
      readonly head: readonly MarkdownCell[]
      readonly rows: readonly (readonly MarkdownCell[])[]
    }
  | { readonly type: 'rule' }

export type MarkdownListItem = {
  readonly blocks: readonly MarkdownBlock[]
  /** Of an item with a box before it. */
  readonly isChecked?: boolean
}

export type MarkdownCell = {
  readonly align: 'left' | 'right' | 'center'
  readonly content: readonly MarkdownInline[]
}

/** A part of a line. HTML is text, and an address is as it was written: who draws it judges it. */
export type MarkdownInline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly content: readonly MarkdownInline[] }
  | { readonly type: 'link'; readonly address: string; readonly content: readonly MarkdownInline[] }
  /** Only told of: nobody loads what a transcript names. */
  | { readonly type: 'image'; readonly address: string; readonly text: string }
  | { readonly type: 'break' }
