import type {EmailTexts} from './en.ts';

export const ar: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] إعادة تعيين كلمة المرور`,
    title: 'إعادة تعيين كلمة المرور',
    text: (name) =>
      `طلب شخص ما إعادة تعيين كلمة مرور حسابك ‎@${name}‎. لتعيين كلمة مرور جديدة، استخدم هذا الرابط خلال 24 ساعة. يعمل الرابط مرة واحدة فقط.`,
    button: 'تعيين كلمة مرور جديدة',
    ignore: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة. ستبقى كلمة مرورك كما هي.',
  },
  emailVerification: {
    subject: (site) => `[${site}] تأكيد عنوان بريدك الإلكتروني`,
    title: 'تأكيد عنوان بريدك الإلكتروني',
    text: (name) => `لتأكيد أن هذا العنوان يخص حسابك ‎@${name}‎، استخدم هذا الرابط خلال 24 ساعة.`,
    button: 'تأكيد عنوان البريد الإلكتروني',
    ignore: 'إذا لم يكن لديك حساب هناك، فتجاهل هذه الرسالة.',
  },
  missedMessages: {
    direct: (sender) => `رسالة مباشرة من ${sender}`,
    group: (channel) => `رسالة جماعية: ${channel}`,
    mention: (channel) => `إشارة إليك في ${channel}`,
    reply: (channel) => `رد في ${channel}`,
    from: (senders) => `رسائل جديدة من ${senders}`,
    several: 'رسائل جديدة',
    hidden: 'افتحها لقراءتها.',
    files: (names) => `الملفات: ${names}`,
    open: 'عرض الرسالة',
    openThread: 'عرض السلسلة',
    openAll: (site) => `فتح ${site}`,
    reason: 'تصلك رسائل بريد إلكتروني عن الرسائل التي تفوتك أثناء غيابك.',
    unsubscribe: 'إيقاف هذه الرسائل',
  },
  invitation: {
    title: (inviter, team) => `دعاك ‎@${inviter}‎ إلى ${team}`,
    asMember: (inviter, team, site) =>
      `دعاك ‎@${inviter}‎ للانضمام إلى الفريق ${team} على ${site}، حيث يتحدث الناس ويعملون معًا.`,
    asGuest: (inviter, team, site) => `دعاك ‎@${inviter}‎ إلى ${team} على ${site} بصفة ضيف.`,
    channels: (names) => `يمكنك المشاركة في هذه القنوات: ${names}.`,
    button: 'الانضمام إلى الفريق',
    expiry: 'يعمل الرابط مرة واحدة خلال 48 ساعة. إذا لم تكن تتوقع هذه الدعوة، فتجاهل هذه الرسالة.',
  },
  notices: {
    email_changed: {
      title: 'تم تغيير عنوان بريدك الإلكتروني',
      text: (name, detail) => `عنوان البريد الإلكتروني لحسابك ‎@${name}‎ هو الآن ${detail}.`,
    },
    password_changed: {
      title: 'تم تغيير كلمة مرورك',
      text: (name) => `تم تغيير كلمة مرور حسابك ‎@${name}‎.`,
    },
    username_changed: {
      title: 'تم تغيير اسم المستخدم',
      text: (name, detail) => `اسم المستخدم لحسابك ‎@${name}‎ هو الآن ‎@${detail}‎.`,
    },
    new_sign_in: {
      title: 'تسجيل دخول جديد إلى حسابك',
      text: (name, detail) => `سجّل شخص ما الدخول إلى حسابك ‎@${name}‎ من جهاز جديد: ${detail}.`,
    },
    token_created: {
      title: 'تم إنشاء رمز وصول',
      text: (name, detail) =>
        `تم إنشاء رمز وصول لحسابك ‎@${name}‎: ${detail}. يمكن للبرامج التي تملكه استخدام حسابك.`,
    },
    deactivated: {
      title: 'تم تعطيل حسابك',
      text: (name) => `تم تعطيل حسابك ‎@${name}‎. لم يعد بإمكانك تسجيل الدخول.`,
    },
    notYou: 'إذا لم تكن أنت من فعل ذلك، فغيّر كلمة مرورك وتواصل مع المسؤول.',
  },
  test: {
    subject: (site) => `[${site}] رسالة اختبار`,
    title: 'كل شيء يعمل',
    text: 'هذه رسالة اختبار. إعدادات البريد الإلكتروني في الخادم صحيحة.',
  },
  footer: (site, url) => `أرسلها ${site} (${url}).`,
};
