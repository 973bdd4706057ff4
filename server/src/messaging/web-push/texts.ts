/** The texts of push notifications in one language. */
interface PushTexts {
  /** Replaces the message if notifications don't contain messages. */
  newMessage: string;
  /** Replaces a message that consists only of files. */
  files: string;
  /** The title for a reply that was also sent to the channel. */
  reply: string;
  testTitle: string;
  test: string;
}

const TEXTS = {
  en: {
    newMessage: 'New message',
    files: 'Sent a file',
    reply: 'Replied in a thread',
    testTitle: 'Push notifications work',
    test: 'You’ll be notified here, even when Patchbay is closed.',
  },
  de: {
    newMessage: 'Neue Nachricht',
    files: 'Hat eine Datei gesendet',
    reply: 'Hat in einem Thread geantwortet',
    testTitle: 'Push-Benachrichtigungen funktionieren',
    test: 'Du wirst hier benachrichtigt, auch wenn Patchbay geschlossen ist.',
  },
  fr: {
    newMessage: 'Nouveau message',
    files: 'A envoyé un fichier',
    reply: 'A répondu dans un fil',
    testTitle: 'Les notifications push fonctionnent',
    test: 'Vous recevrez les notifications ici, même si Patchbay est fermé.',
  },
  es: {
    newMessage: 'Mensaje nuevo',
    files: 'Envió un archivo',
    reply: 'Respondió en un hilo',
    testTitle: 'Las notificaciones push funcionan',
    test: 'Recibirás avisos aquí, incluso con Patchbay cerrado.',
  },
  'pt-BR': {
    newMessage: 'Nova mensagem',
    files: 'Enviou um arquivo',
    reply: 'Respondeu em uma conversa',
    testTitle: 'As notificações push funcionam',
    test: 'Você receberá avisos aqui, mesmo com o Patchbay fechado.',
  },
  ja: {
    newMessage: '新しいメッセージ',
    files: 'ファイルを送信しました',
    reply: 'スレッドに返信しました',
    testTitle: 'プッシュ通知は有効です',
    test: 'Patchbayを閉じていても、ここに通知が届きます。',
  },
  'zh-CN': {
    newMessage: '新消息',
    files: '发送了文件',
    reply: '在话题中回复了',
    testTitle: '推送通知可以使用',
    test: '即使关闭了 Patchbay，你也会在这里收到通知。',
  },
  ar: {
    newMessage: 'رسالة جديدة',
    files: 'أرسل ملفًا',
    reply: 'رد في سلسلة',
    testTitle: 'الإشعارات الفورية تعمل',
    test: 'ستصلك الإشعارات هنا حتى عندما يكون Patchbay مغلقًا.',
  },
} satisfies Record<string, PushTexts>;

/** The texts in a user's language, or in English. */
export function pushTexts(locale: string): PushTexts {
  return (TEXTS as Record<string, PushTexts>)[locale] ?? TEXTS.en;
}
