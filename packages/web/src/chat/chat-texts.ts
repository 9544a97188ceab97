/** The texts of this part of the page. */
export type ChatTexts = {
  readonly title: string
}

export const CHAT_ENGLISH: ChatTexts = {
  title: 'Chat',
}

export const CHAT_CHINESE: ChatTexts = {
  title: '对话',
}
