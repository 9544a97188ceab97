/** Styles are the bundler's: a module imports them for what they do to the page. */
declare module '*.css'
