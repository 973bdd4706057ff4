import type {Translation} from '../catalog.ts';

export const es: Translation = {
  passwordReset: {
    subject: (site) => `[${site}] Restablece tu contraseña`,
    title: 'Restablece tu contraseña',
    text: (name) =>
      `Alguien pidió restablecer la contraseña de tu cuenta @${name}. Para establecer una nueva, usa este enlace en las próximas 24 horas. Funciona una sola vez.`,
    button: 'Establecer una contraseña nueva',
    ignore: 'Si no fuiste tú, ignora este correo. Tu contraseña sigue siendo la misma.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verifica tu correo electrónico`,
    title: 'Verifica tu correo electrónico',
    text: (name) =>
      `Para confirmar que esta dirección pertenece a tu cuenta @${name}, usa este enlace en las próximas 24 horas.`,
    button: 'Verificar el correo electrónico',
    ignore: 'Si no tienes una cuenta allí, ignora este correo.',
  },
  missedMessages: {
    direct: (sender) => `Mensaje directo de ${sender}`,
    group: (channel) => `Mensaje grupal: ${channel}`,
    mention: (channel) => `Mención en ${channel}`,
    reply: (channel) => `Respuesta en ${channel}`,
    from: (senders) => `Mensajes nuevos de ${senders}`,
    several: 'Mensajes nuevos',
    hidden: 'Ábrelos para leerlos.',
    files: (names) => `Archivos: ${names}`,
    open: 'Ver mensaje',
    openThread: 'Ver hilo',
    openAll: (site) => `Abrir ${site}`,
    reason: 'Recibes correos sobre los mensajes que te pierdes mientras no estás.',
    unsubscribe: 'Dejar de recibir estos correos',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} te invitó a ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} te invitó a unirte al equipo ${team} en ${site}, donde la gente conversa y trabaja en equipo.`,
    asGuest: (inviter, team, site) => `@${inviter} te invitó a ${team} en ${site} como invitado.`,
    channels: (names) => `Puedes participar en estos canales: ${names}.`,
    button: 'Unirse al equipo',
    expiry:
      'El enlace funciona una sola vez, durante 48 horas. Si no esperabas esta invitación, ignora este correo.',
  },
  notices: {
    email_changed: {
      title: 'Se cambió tu correo electrónico',
      text: (name, detail) => `El correo electrónico de tu cuenta @${name} ahora es ${detail}.`,
    },
    password_changed: {
      title: 'Se cambió tu contraseña',
      text: (name) => `Se cambió la contraseña de tu cuenta @${name}.`,
    },
    username_changed: {
      title: 'Se cambió tu nombre de usuario',
      text: (name, detail) => `Tu cuenta @${name} ahora tiene el nombre de usuario @${detail}.`,
    },
    new_sign_in: {
      title: 'Nuevo inicio de sesión en tu cuenta',
      text: (name, detail) =>
        `Alguien inició sesión en tu cuenta @${name} desde un dispositivo nuevo: ${detail}.`,
    },
    token_created: {
      title: 'Se creó un token de acceso',
      text: (name, detail) =>
        `Se creó un token de acceso para tu cuenta @${name}: ${detail}. Los programas que lo tengan pueden usar tu cuenta.`,
    },
    deactivated: {
      title: 'Se desactivó tu cuenta',
      text: (name) => `Se desactivó tu cuenta @${name}. Ya no puedes iniciar sesión.`,
    },
    notYou: 'Si no fuiste tú, cambia tu contraseña y contacta con tu administrador.',
  },
  test: {
    subject: (site) => `[${site}] Correo de prueba`,
    title: 'Funciona',
    text: 'Este es un correo de prueba. Los ajustes de correo del servidor son correctos.',
  },
  footer: (site, url) => `Enviado por ${site} (${url}).`,
  push: {
    newMessage: 'Mensaje nuevo',
    files: 'Envió un archivo',
    reply: 'Respondió en un hilo',
    testTitle: 'Las notificaciones push funcionan',
    test: 'Recibirás notificaciones aquí, incluso con Patchbay cerrado.',
  },
  commands: {
    descriptions: {
      online: 'Cambiar tu estado a «En línea»',
      away: 'Cambiar tu estado a «Ausente»',
      dnd: 'Activar «No molestar»',
      offline: 'Cambiar tu estado a «Desconectado»',
      status: 'Definir o borrar tu estado personalizado',
      me: 'Publicar un mensaje como una acción',
      shrug: 'Añadir un encogimiento de hombros a tu mensaje',
      code: 'Publicar texto como bloque de código',
      echo: 'Publicar un mensaje ahora o más tarde',
      msg: 'Enviar un mensaje directo',
      groupmsg: 'Enviar un mensaje grupal',
      join: 'Unirse a un canal',
      open: 'Abrir un canal y unirse a él si es necesario',
      poll: 'Crear una encuesta',
      leave: 'Abandonar el canal',
      invite: 'Añadir a alguien a este canal o a otro',
      kick: 'Quitar a alguien del canal',
      remove: 'Quitar a alguien del canal',
      rename: 'Cambiar el nombre del canal',
      header: 'Editar el encabezado del canal',
      purpose: 'Editar el propósito del canal',
      mute: 'Silenciar este canal u otro, o dejar de silenciarlo',
      invite_people: 'Invitar a personas al equipo por correo electrónico',
      collapse: 'Contraer las imágenes y las vistas previas de enlaces',
      expand: 'Expandir las imágenes y las vistas previas de enlaces',
      help: 'Mostrar los comandos disponibles',
      logout: 'Cerrar sesión',
      shortcuts: 'Mostrar los atajos de teclado',
      search: 'Buscar mensajes',
      settings: 'Abrir los ajustes',
    },
    hints: {
      status: ':[emoji]: [texto] o clear',
      me: '[mensaje]',
      shrug: '[mensaje]',
      code: '[texto]',
      echo: '[mensaje] [segundos]',
      msg: '@[usuario] [mensaje]',
      groupmsg: '@[usuario1],@[usuario2] [mensaje]',
      join: '~[canal]',
      open: '~[canal]',
      poll: '"[pregunta]" "[opción 1]" "[opción 2]" [--multiple] [--anonymous]',
      invite: '@[usuario] ~[canal]',
      kick: '@[usuario]',
      remove: '@[usuario]',
      rename: '[texto]',
      header: '[texto]',
      purpose: '[texto]',
      mute: '~[canal]',
      invite_people: '[nombre@example.com ...]',
      search: '[texto]',
    },
    chosen: {
      online: 'Ahora estás en línea.',
      away: 'Ahora tu estado es «Ausente».',
      dnd: '«No molestar» está activado. Para desactivarlo, usa /online.',
      offline: 'Ahora tu estado es «Desconectado».',
    },
    statusSet: (status) => `Tu estado ahora es ${status}. Para borrarlo, usa /status clear.`,
    statusCleared: 'Tu estado se ha borrado.',
    statusText: '/status necesita un emoji o un texto, por ejemplo /status :palm_tree: De vacaciones',
    meText: '/me necesita un texto, por ejemplo /me saluda',
    codeText: '/code necesita un texto, por ejemplo /code x = 1',
    echoText: '/echo necesita un texto, por ejemplo /echo "listo" 60',
    echoLater: (message, seconds) => `«${message}» se publicará dentro de ${seconds} s.`,
    echoDelay: (max, seconds) => `/echo espera como máximo ${max} segundos, no ${seconds}.`,
    specifyUser: 'Indica un nombre de usuario, por ejemplo @ann.',
    noUser: (user) => `La cuenta ${user} no existe.`,
    groupUsers: '/groupmsg necesita nombres de usuario, por ejemplo /groupmsg @ann,@bob hola',
    joinName: '/join necesita el nombre de un canal, por ejemplo /join ~releases',
    cannotJoin: (channel) => `Este equipo no tiene ningún canal ${channel} al que puedas unirte.`,
    renameText: '/rename necesita un texto.',
    notInChannel: (user, channel) => `${user} no está en ${channel}.`,
    notInConversation: (user) => `${user} no participa en esta conversación.`,
    notInTeam: (user) => `${user} no está en este equipo. Añade primero a esta persona al equipo.`,
    added: (user, channel) => `${user} ahora está en ${channel}.`,
    notMember: (channel) => `No estás en ningún canal ${channel}.`,
    muted: (channel) => `${channel} está silenciado. Para dejar de silenciarlo, usa /mute otra vez.`,
    unmuted: (channel) => `${channel} ya no está silenciado.`,
    conversationMuted: 'Esta conversación está silenciada. Para dejar de silenciarla, usa /mute otra vez.',
    conversationUnmuted: 'Esta conversación ya no está silenciada.',
    addresses:
      '/invite_people necesita direcciones de correo electrónico, por ejemplo /invite_people ann@example.com',
    tooManyAddresses: (max, count) =>
      `/invite_people admite como máximo ${max} direcciones a la vez, no ${count}.`,
    invited: (addresses) => `Invitaciones enviadas: ${addresses}.`,
    notInvited: (address, reason) => `Invitación no enviada: ${address}. ${reason}`,
    collapsed: 'Las imágenes y las vistas previas de enlaces ahora están contraídas.',
    expanded: 'Las imágenes y las vistas previas de enlaces ahora están expandidas.',
    shortcuts: 'Para ver los atajos de teclado, pulsa Ctrl+/ en el cliente web.',
    search: 'Para buscar, usa el cuadro de búsqueda de la parte superior del cliente web.',
    settings: 'Para abrir los ajustes, haz clic en tu foto de perfil en el cliente web.',
  },
  polls: {
    unknownWord: (word) =>
      `«${word}» no está entre comillas y no es --multiple ni --anonymous. Ejemplo: /poll "¿Dónde comemos?" "Pizza" "Curry"`,
    noQuestion:
      'Una encuesta necesita una pregunta entre comillas. Ejemplo: /poll "¿Dónde comemos?" "Pizza" "Curry"',
    longQuestion: (length, max) => `La pregunta tiene ${length} caracteres. El máximo es ${max}.`,
    longOption: (length, max) => `La opción tiene ${length} caracteres. El máximo es ${max}.`,
    optionCount: (max, count) => `Una encuesta tiene de 2 a ${max} opciones, pero esta tiene ${count}.`,
    emptyOption: 'Una opción está vacía.',
    repeatedOption: (option) => `La opción «${option}» aparece dos veces.`,
    yes: 'Sí',
    no: 'No',
    quoted: (option) => `«${option}»`,
    tookBack: 'Has retirado tu voto.',
    voted: (options) => `Has votado por ${options}. Todas las personas del canal pueden ver tu voto.`,
    votedAnonymously: (options) => `Has votado por ${options}. La encuesta muestra números, no nombres.`,
    ended: 'Has terminado la encuesta.',
  },
  mentions: {
    absentFromChannel: (name) => `${name} no recibió ninguna notificación porque no está en este canal.`,
    severalAbsentFromChannel: (names) =>
      `${names} no recibieron ninguna notificación porque no están en este canal.`,
    absentFromTeam: (name) => `${name} no recibió ninguna notificación porque no está en este equipo.`,
    severalAbsentFromTeam: (names) =>
      `${names} no recibieron ninguna notificación porque no están en este equipo.`,
  },
  reminders: {
    sender: 'Recordatorio',
    set: (link) => `Recibirás un recordatorio de [este mensaje](${link}).`,
    due: (link, author) => `Este es tu recordatorio de [este mensaje](${link}) de ${author}.`,
  },
  bots: {
    ownerDeactivated: {
      disabled: (owner) =>
        `La cuenta ${owner} se ha desactivado. Era propietaria de estos bots, que ahora están desactivados:`,
      enabled: (owner) =>
        `La cuenta ${owner} se ha desactivado. Era propietaria de estos bots, que siguen activados:`,
    },
    more: (count) => `y ${count} más`,
    whatToDo: {
      disabled:
        'Si todavía necesitas un bot, actívalo en **Integraciones > Cuentas de bot** y crea un token nuevo, porque esa cuenta conocía el anterior.',
      enabled:
        'Si todavía necesitas un bot, asígnalo a otra cuenta y crea un token nuevo, porque la cuenta anterior conocía el que tenía.',
    },
    created:
      'Añádeme a los equipos y canales en los que debo trabajar. Hasta entonces, solo puedo escribirte aquí.',
    testNotification:
      'Esto es una prueba. Si has recibido una notificación de este mensaje, tus notificaciones funcionan.',
  },
  outgoingWebhooks: {
    disabled: (name) =>
      `Tu webhook saliente **${name}** se ha desactivado porque todos los intentos de entrega fallaron durante un día.`,
    lastError: (error) => `Último error: ${error}`,
    whatToDo:
      'Cuando el receptor vuelva a funcionar, activa el webhook en **Integraciones > Webhooks salientes**. El registro muestra las entregas fallidas, y puedes repetirlas.',
  },
  userReport: 'Tu informe de usuarios está listo. Contiene datos personales. Guárdalo en un lugar seguro.',
  errors: {
    'api.context.permissions.app_error': 'No tienes permiso para hacer esto.',
    'app.channel.get.existing.app_error': 'Este canal no existe o no tienes acceso.',
    'app.channel.get_by_name.missing.app_error': 'Este equipo no tiene ningún canal con ese nombre.',
    'api.channel.patch_update_channel.forbidden.app_error': 'No tienes permiso para editar este canal.',
    'api.channel.leave.default.app_error': 'No puedes abandonar el canal predeterminado de un equipo.',
    'api.channel.remove.default.app_error':
      'No se puede quitar a nadie del canal predeterminado de un equipo.',
    'api.channel.remove_user_from_channel.type.app_error':
      'No se puede quitar a nadie de un mensaje directo o grupal.',
    'api.channel.add_user_to_channel.type.app_error':
      'No se puede añadir a nadie a un mensaje directo o grupal.',
    'api.channel.create_channel.direct_channel.team_restricted_error':
      'En este servidor solo puedes escribir a personas de tus equipos.',
    'api.channel.create_group.bad_size.app_error': 'Un mensaje grupal tiene muy pocas personas o demasiadas.',
    'model.post.is_valid.message_length.app_error': 'Este mensaje es demasiado largo.',
    'api.team.invite_members.invalid_email.app_error': 'No es una dirección de correo electrónico.',
    'api.team.invite_members.address_limit.app_error':
      'Esta dirección ha recibido demasiadas invitaciones últimamente.',
    'api.team.invite_members.disabled.app_error':
      'Las invitaciones por correo electrónico están desactivadas en este servidor.',
    'api.email.disabled.app_error': 'Este servidor no envía correos electrónicos.',
  },
};
