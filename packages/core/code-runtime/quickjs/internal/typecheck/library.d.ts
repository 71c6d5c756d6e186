// What programs can use beside the language itself.
declare const console: {
  log(...values: unknown[]): void; info(...values: unknown[]): void;
  warn(...values: unknown[]): void; error(...values: unknown[]): void;
  debug(...values: unknown[]): void; table(data: unknown): void; dir(value: unknown): void;
  group(...values: unknown[]): void; groupEnd(): void; count(label?: string): void;
  time(label?: string): void; timeEnd(label?: string): void; timeLog(label?: string): void;
  assert(condition: unknown, ...values: unknown[]): void; trace(...values: unknown[]): void;
};
type TimerHandle = any;
declare function setTimeout(callback: (...args: any[]) => void, ms?: number, ...args: any[]): TimerHandle;
declare function setInterval(callback: (...args: any[]) => void, ms?: number, ...args: any[]): TimerHandle;
declare function setImmediate(callback: (...args: any[]) => void, ...args: any[]): TimerHandle;
declare function clearTimeout(handle?: TimerHandle): void;
declare function clearInterval(handle?: TimerHandle): void;
declare function clearImmediate(handle?: TimerHandle): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare const performance: { now(): number; timeOrigin: number };
declare const crypto: { randomUUID(): string; getRandomValues<T extends ArrayBufferView>(array: T): T };
declare class TextEncoder { encode(text?: string): Uint8Array; encodeInto(text: string, into: Uint8Array): { read: number; written: number } }
declare class TextDecoder { constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }); decode(input?: any, options?: { stream?: boolean }): string }
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: any); readonly size: number;
  append(name: string, value: any): void; delete(name: string, value?: string): void;
  get(name: string): string | null; getAll(name: string): string[]; has(name: string, value?: string): boolean;
  set(name: string, value: any): void; sort(): void; forEach(f: (value: string, name: string) => void): void;
  entries(): IterableIterator<[string, string]>; keys(): IterableIterator<string>; values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string, base?: string): boolean; static parse(url: string, base?: string): URL | null;
  href: string; readonly origin: string; protocol: string; username: string; password: string; host: string;
  hostname: string; port: string; pathname: string; search: string; hash: string;
  readonly searchParams: URLSearchParams; toJSON(): string;
}
declare class Event { constructor(type: string, options?: any); readonly type: string; readonly target: any; readonly defaultPrevented: boolean; preventDefault(): void; stopPropagation(): void; stopImmediatePropagation(): void }
declare class CustomEvent<T = any> extends Event { readonly detail: T }
declare class EventTarget { addEventListener(type: string, listener: any, options?: any): void; removeEventListener(type: string, listener: any, options?: any): void; dispatchEvent(event: Event): boolean }
declare class AbortSignal extends EventTarget { readonly aborted: boolean; readonly reason: any; onabort: any; throwIfAborted(): void; static abort(reason?: any): AbortSignal; static timeout(ms: number): AbortSignal; static any(signals: Iterable<AbortSignal>): AbortSignal }
declare class AbortController { readonly signal: AbortSignal; abort(reason?: any): void }
declare class DOMException extends Error { constructor(message?: string, name?: string); readonly code: number }
declare const Buffer: any;
declare const global: typeof globalThis;
