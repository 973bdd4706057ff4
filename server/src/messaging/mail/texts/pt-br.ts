import type {EmailTexts} from './en.ts';

export const ptBR: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Redefinir sua senha`,
    title: 'Redefinir sua senha',
    text: (name) =>
      `Alguém pediu para redefinir a senha da sua conta @${name}. Para definir uma nova, use este link nas próximas 24 horas. Ele funciona uma única vez.`,
    button: 'Definir uma nova senha',
    ignore: 'Se não foi você, ignore este e-mail. Sua senha continua a mesma.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verificar seu endereço de e-mail`,
    title: 'Verificar seu endereço de e-mail',
    text: (name) =>
      `Para confirmar que este endereço pertence à sua conta @${name}, use este link nas próximas 24 horas.`,
    button: 'Verificar endereço de e-mail',
    ignore: 'Se você não tem uma conta lá, ignore este e-mail.',
  },
  test: {
    subject: (site) => `[${site}] E-mail de teste`,
    title: 'Funciona',
    text: 'Este é um e-mail de teste. As configurações de e-mail do servidor estão corretas.',
  },
  footer: (site, url) => `Enviado por ${site} (${url}).`,
};
