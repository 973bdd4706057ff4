import {t} from '@lingui/core/macro';
import {showError, showSuccess} from './toasts.ts';

/**
 * Copies text to the clipboard, even on pages without HTTPS, and then shows `confirmation`. If the browser doesn't allow
 * it, shows an error and returns false.
 */
export async function copyText(text: string, confirmation?: string): Promise<boolean> {
  const isCopied = (await writeClipboard(text)) || copySelected(text);
  if (!isCopied) showError(t`Couldn't copy: your browser doesn't allow it for this page.`);
  else if (confirmation) showSuccess(confirmation);
  return isCopied;
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS there is no `clipboard`, and the person can deny access to it.
    return false;
  }
}

/** Copies like a person who selects text. The focus stays where it is, because a dialog would take it back. */
function copySelected(text: string): boolean {
  const selected = document.createElement('span');
  selected.style.cssText = 'position: fixed; opacity: 0; user-select: text';
  selected.textContent = text;
  selected.addEventListener('copy', (event) => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData!.setData('text/plain', text);
  });
  document.body.append(selected);
  getSelection()!.selectAllChildren(selected);
  const isCopied = document.execCommand('copy');
  selected.remove();
  return isCopied;
}
